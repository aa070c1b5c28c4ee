import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Where the files are that keep Lean or a browser busy for long. They start first, so that the end of a run is many
 * short files that both workers share and not one long file that nobody can help with.
 */
const LONG = [
  'test/browser/',
  'test/search/',
  // Builds the premise index that tests of strategies then find.
  'src/premises/',
  'src/strategies/',
  'test/',
  'src/lean/',
  'src/server/',
]

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = LONG.findIndex((folder) => moduleId.startsWith(`${import.meta.dirname}/${folder}`))
      return place < 0 ? LONG.length : place
    }
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other))
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'web/src/**/*.test.{ts,tsx}', 'test/**/*.test.ts'],
    globalSetup: ['test/browser/unpack-chromium.ts'],
    // A Lean process takes most of 1 GB. With two files at a time two cores were idle for a quarter of a run: tests wait.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
})
