import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Makes a folder and those above it. `mkdirSync` with `recursive` never comes back where a folder can be seen but
 * nothing can be made in it, as in /proc; so the folders are made one by one, from the first that is missing.
 */
export function makeFolder(folder: string): void {
  let highest = resolve(folder)
  const wanted = [highest]
  while (statSync(dirname(highest), { throwIfNoEntry: false }) === undefined) {
    highest = dirname(highest)
    wanted.unshift(highest)
  }
  for (const at of wanted) make(at)
}

/** It may be there, or another process may have made it meanwhile. */
function make(folder: string): void {
  try {
    mkdirSync(folder)
  } catch (error) {
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
