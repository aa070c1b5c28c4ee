/** Holds the folders of `src/` to the order of docs/architecture.md: imports go down, and only through an index. */
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const src = join(import.meta.dirname, '..', 'src')

/** Highest first: a folder may import those after it. */
const ORDER = [
  'cli',
  'mcp',
  'lsp',
  'server',
  'library',
  'use-cases',
  'doctor',
  'worker',
  'arc',
  'fill',
  'search',
  'strategies',
  'lemmas',
  'tactics',
  'market',
  'premises',
  'jobs',
  'engine',
  'lean',
  'blueprint',
  'models',
  'ledger',
  'log',
  'goal',
  'files',
  'config',
  'kernel',
  'api',
]

interface Import {
  readonly from: string
  readonly to: string
}

/** Dynamic imports too; those of files outside of `src` are none of the folders' business. */
const imports: Import[] = globSync('**/*.ts', { cwd: src }).flatMap((file) =>
  [...readFileSync(join(src, file), 'utf8').matchAll(/(?:from |import\(\s*)'(\.[^']+)'/g)].flatMap(
    ([, target = '']) => {
      const to = relative(src, resolve(src, dirname(file), target))
      return to.startsWith('..') ? [] : [{ from: file, to }]
    },
  ),
)

/** What is there when a program runs, sooner or later: imports of types alone are gone by then. */
const loaded: Import[] = globSync('**/*.ts', { cwd: src }).flatMap((file) => {
  const text = readFileSync(join(src, file), 'utf8')
  const at = (target: string) => ({ from: file, to: relative(src, resolve(src, dirname(file), target)) })
  const first = [...text.matchAll(/^(?:import|export)\b(?! type\b)([^'";]*?)from '(\.[^']+)'/gm)].filter(
    ([, names = '']) =>
      !names
        .replace(/[{}]/g, '')
        .split(',')
        .every((name) => /^\s*(?:type |$)/.test(name)),
  )
  // `typeof import('…')` is a type; the word before a dynamic import is another one.
  const later = [...text.matchAll(/(?<!typeof )\bimport\(\s*'(\.[^']+)'/g)]
  return [...first.map(([, , target = '']) => at(target)), ...later.map(([, target = '']) => at(target))]
})

/**
 * Who writes SQL: the ledger and the marketplace, whose tables are in it; and for each store that is no ledger one file
 * with all of its statements (docs/decisions/sql-in-one-file.md).
 */
const SQL_FOLDERS = ['ledger/', 'market/']
const SQL_FILES: Readonly<Record<string, string>> = {
  'arc/memory/store.ts': 'the ARC memory, a SQLite file of its own',
  'jobs/job-sql.ts': "pg-boss's tables, in a schema of their own",
  'premises/store.ts': 'the index of a library, a SQLite file in the cache',
  'premises/vectors.ts': "a model's vectors of such an index, a SQLite file beside it",
}

const isOfTests = (file: string) => /\.test\.tsx?$/.test(file) || basename(file).startsWith('test-')
const folderOf = (file: string) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : '')

/** Everything that a file imports, by whatever words, tests left out. */
const kernelImports = globSync('kernel/**/*.ts', { cwd: src })
  .filter((file) => !isOfTests(file))
  .flatMap((file) =>
    [
      ...readFileSync(join(src, file), 'utf8').matchAll(
        /(?:^(?:import|export)\b[^'"]*?\bfrom\s+|^import\s+|\b(?:import|require)\(\s*)['"]([^'"\n]+)['"]/gm,
      ),
    ].map(([, target = '']) => ({ file, target })),
  )

describe('the second kernel', () => {
  it('imports nothing but itself: no package, nothing of Node, nothing of the product', () => {
    expect(kernelImports.length).toBeGreaterThan(100)
    const foreign = kernelImports.filter(
      ({ file, target }) =>
        !target.startsWith('.') || !relative(src, resolve(src, dirname(file), target)).startsWith('kernel/'),
    )
    expect(foreign).toEqual([])
  })

  it('uses no interface of Node, so that a browser runs it', () => {
    const files = globSync('kernel/**/*.ts', { cwd: src }).filter((file) => !isOfTests(file))
    const using = files.filter((file) =>
      /\b(?:process|Buffer|__dirname|setImmediate)\b[.([]|import\.meta|\brequire\(/.test(
        readFileSync(join(src, file), 'utf8'),
      ),
    )
    expect(using).toEqual([])
  })
})

describe('the folders of src', () => {
  it('are all in the order', () => {
    const folders = new Set(imports.map(({ from }) => folderOf(from)).filter(Boolean))
    expect([...folders].filter((folder) => !ORDER.includes(folder))).toEqual([])
  })

  it('import each other through an index only', () => {
    const behind = imports.filter(({ from, to }) => {
      const crosses = folderOf(to) !== '' && folderOf(from) !== folderOf(to) && folderOf(from) !== ''
      // A test may use the test helpers of another folder.
      return crosses && !to.endsWith('/index.ts') && !isOfTests(from)
    })
    expect(behind).toEqual([])
  })

  it('import downwards only', () => {
    const upwards = imports.filter(({ from, to }) => {
      const [a, b] = [folderOf(from), folderOf(to)]
      return a !== '' && b !== '' && a !== b && ORDER.indexOf(b) < ORDER.indexOf(a)
    })
    expect(upwards).toEqual([])
  })
})

function circlesOf(edges: readonly Import[]): readonly string[] {
  const below = Map.groupBy(edges, ({ from }) => from)
  const done = new Set<string>()
  const circles: string[] = []
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (done.has(file) || path.includes(file)) return
    for (const { to } of below.get(file) ?? []) visit(to, [...path, file])
    done.add(file)
  }
  for (const file of below.keys()) visit(file, [])
  return circles
}

describe('the files of src', () => {
  it('do not load each other in a circle, neither at once nor when they are asked for', () => {
    expect(circlesOf(loaded)).toEqual([])
    expect(loaded.length).toBeGreaterThan(1000)
  })

  it.each(['arc', 'lean'])('in the folders of %s import each other in no circle of folders', (top) => {
    const inside = imports.filter(({ from, to }) => [from, to].every((file) => file.startsWith(`${top}/`)))
    const edges = betweenFolders(inside, top.length + 1)
    expect(edges.length).toBeGreaterThan(2)
    expect(circlesOf(edges)).toEqual([])
  })
})

/** Edges between the folders that the files are in, after so many characters of their paths; files in none are left out. */
function betweenFolders(edges: readonly Import[], after: number): readonly Import[] {
  return edges
    .filter(({ from }) => !isOfTests(from))
    .map(({ from, to }) => ({ from: folderOf(from.slice(after)), to: folderOf(to.slice(after)) }))
    .filter(({ from, to }) => from !== '' && to !== '' && from !== to)
}

describe('the pages', () => {
  const web = join(src, '..', 'web', 'src')
  const edges: Import[] = globSync('**/*.{ts,tsx}', { cwd: web }).flatMap((file) =>
    [...readFileSync(join(web, file), 'utf8').matchAll(/(?:from |import\(\s*)'(\.[^']+)'/g)].map(
      ([, target = '']) => ({ from: file, to: relative(web, resolve(web, dirname(file), target)) }),
    ),
  )

  it('have the contract of the wire from the product, and what makes text visible, and nothing else', () => {
    const foreign = edges.filter(({ from, to }) => to.startsWith('..') && !isOfTests(from))
    expect(foreign.length).toBeGreaterThan(2)
    expect(
      foreign.filter(({ to }) => !/^\.\.\/\.\.\/src\/(?:api\/(?:http|client)|visible-text)\.ts$/.test(to)),
    ).toEqual([])
  })

  it('import each other in no circle, neither of files nor of folders', () => {
    const own = edges.filter(({ from, to }) => !to.startsWith('..') && !isOfTests(from))
    expect(circlesOf(own)).toEqual([])
    expect(circlesOf(betweenFolders(own, 0))).toEqual([])
  })

  it('are built for the server by a file that imports nothing of it', () => {
    const build = readFileSync(join(web, '..', 'build.ts'), 'utf8')
    expect([...build.matchAll(/(?:from |import\(\s*)'(\.[^']+)'/g)]).toEqual([])
  })
})

describe('SQL', () => {
  const STATEMENT =
    /\b(?:select\s[\s\S]{1,300}?(?:\sfrom\s|\(\$)|insert (?:or \w+ )?into \w|update \S+ (?:\w+ )?set |delete from \w|create (?:virtual )?(?:table|index) |pragma \w)|\b(?:SELECT|INSERT INTO|DELETE FROM|CREATE TABLE)\b/
  const hasStatement = (text: string) =>
    [...withoutComments(text).matchAll(/(['`])((?:(?!\1)[\s\S])*)\1/g)].some(([, , quoted = '']) =>
      STATEMENT.test(quoted),
    )
  /** Asks through the ledger, or opens a database. */
  const reachesDatabase = (text: string) =>
    /\.sql\b(?!')|\{[^{}]*\bsql\b[^{}]*\}: (?:\w+\.)?Ledger\b|\bnew DatabaseSync\(|\.executeSql\(/.test(
      withoutComments(text),
    )
  const own = globSync('**/*.ts', { cwd: src }).filter((file) => !isOfTests(file))
  const others = own.filter((file) => !SQL_FOLDERS.some((folder) => file.startsWith(folder)))
  const textOf = (file: string) => readFileSync(join(src, file), 'utf8')

  it('is written in the ledger, in the marketplace and in one file for each other store, and nowhere else', () => {
    expect(others.filter((file) => hasStatement(textOf(file))).toSorted()).toEqual(Object.keys(SQL_FILES))
  })

  it('reaches a database from those files alone', () => {
    const reaching = others.filter((file) => reachesDatabase(textOf(file)))
    expect(reaching.filter((file) => !(file in SQL_FILES))).toEqual([])
    expect(
      own.filter((file) => file.startsWith('ledger/') && reachesDatabase(textOf(file))).length,
    ).toBeGreaterThan(5)
  })

  it.each([
    "const rows = await ask('select name from theorem')",
    'await run(`insert or ignore into theorem (id)\n values (?)`)',
    "database.exec('delete from cases')",
    'ask(`update jobs.job j set state = 1`)',
    "database.exec('pragma journal_mode = wal')",
  ])('is seen in: %s', (text) => expect(hasStatement(text)).toBe(true))

  it.each([
    "const why = 'Select one from the list'",
    "// 'select a from b'",
    "throw new Error('nothing to update')",
  ])('is not seen in: %s', (text) => expect(hasStatement(text)).toBe(false))
})

describe('what there is one of', () => {
  const files = globSync('**/*.ts', { cwd: src }).filter((file) => !isOfTests(file))
  const having = (words: RegExp) =>
    files.filter((file) => words.test(withoutComments(readFileSync(join(src, file), 'utf8'))))

  it('is the question whether a process is alive', () => {
    expect(having(/\.kill\([^()]*, 0\)/)).toEqual(['files/process-alive.ts'])
  })

  it('is the atomic write of text; what else is renamed is no such file', () => {
    const REASONS: Readonly<Record<string, string>> = {
      'files/whole-file.ts': 'is the one',
      'lean/embedded/build-lock.ts': 'moves a lock aside',
      'lean/embedded/runtime/host.ts': 'does what Lean asks for',
      'lean/embedded/store.ts': 'puts a folder in its place',
      'lean/toolchains/native-build.ts': 'puts a folder in its place',
      'log/rotating-log.ts': 'rotates',
    }
    expect(
      having(/\brename(?:Sync)?\([^)]/)
        .filter((file) => !file.startsWith('arc/dsl/') && !file.startsWith('kernel/'))
        .toSorted(),
    ).toEqual(Object.keys(REASONS).toSorted())
  })

  it('is the emitter of events', () => {
    expect(having(/\bclass \w*Emitter\b|\bEventEmitter\b|\bnew EventTarget\b/)).toEqual(['emitter.ts'])
  })

  it('is the map that drops what was not used for longest; pools of threads that are at work stay, however old', () => {
    expect(having(/\.delete\((?:old|oldest|first)\b|\.keys\(\)\.next\(\)/)).toEqual([
      'recently-used.ts',
      'arc/batch/remote.ts',
    ])
  })

  it('is the reader of files of JSON lines; who else reads lines wants to know at which byte each begins', () => {
    expect(having(/createInterface\(\{ input: createReadStream/).toSorted()).toEqual([
      'files/json-lines.ts',
      'server/data/arc.ts',
    ])
  })
})

describe('a name that is exported', () => {
  /** Names that mean two things, and why they may. */
  const ALLOWED: Readonly<Record<string, string>> = {
    Stage: "a step of a strategy's plan, declared by each plan, and a step of an ARC program",
    STAGES: 'every strategy has its own plan, of the same form',
    MODEL_SHARE: 'every strategy has its own plan, of the same form',
    SECONDS: 'every strategy has its own plan, of the same form',
    MOST: 'every strategy has its own plan, of the same form',
  }
  const DECLARATION =
    /^export (?:declare )?(?:abstract )?(?:async )?(?:interface|type|class|function\*?|const|let) (\w+)/gm
  /** The schemas, the routes and the questions of the pages are read by the name of their module: `schemas.goal`. */
  const isQualified = (file: string, declaration: string) =>
    / const | function /.test(declaration) && /^(?:src\/api\/|web\/src\/data\/questions\.ts)/.test(file)

  it('means one thing', () => {
    const root = join(src, '..')
    const files = globSync(['src/**/*.ts', 'web/src/**/*.{ts,tsx}'], { cwd: root }).filter(
      (file) => !isOfTests(file) && !file.endsWith('.cases.ts'),
    )
    const places = new Map<string, Set<string>>()
    for (const file of files)
      for (const [declaration, name = ''] of readFileSync(join(root, file), 'utf8').matchAll(DECLARATION))
        if (!isQualified(file, declaration)) places.set(name, (places.get(name) ?? new Set()).add(file))
    expect(places.size).toBeGreaterThan(2000)
    const twice = [...places].filter(([name, where]) => where.size > 1 && !Object.hasOwn(ALLOWED, name))
    expect(twice.map(([name, where]) => `${name}: ${[...where].join(', ')}`)).toEqual([])
    const idle = Object.keys(ALLOWED).filter((name) => (places.get(name)?.size ?? 0) < 2)
    expect(idle).toEqual([])
  })
})

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}
