/** Commits the working tree to a branch of its own, pushes it, and opens or updates a pull request for it. */
import { z } from 'zod'
import { git } from './git.ts'

export interface PullRequest {
  readonly folder: string
  readonly branch: string
  readonly title: string
  readonly body: string
  readonly github: {
    readonly api: string
    readonly repository: string
    readonly token: string
  }
}

/** Whose commits they are: the account GitHub gives to its workflows. */
const AUTHOR = ['github-actions[bot]', '41898282+github-actions[bot]@users.noreply.github.com'] as const

const Existing = z.array(z.object({ number: z.number(), html_url: z.string() }))
const Opened = z.object({ html_url: z.string() })
const Repository = z.object({ default_branch: z.string() })

/** The address of the pull request. */
export async function openPullRequest({ folder, branch, title, body, github }: PullRequest): Promise<string> {
  const base = await baseBranch(folder, github)
  await git(folder, 'checkout', '-B', branch)
  await git(folder, 'add', '--update', '.')
  const [name, email] = AUTHOR
  const identity = ['-c', `user.name=${name}`, '-c', `user.email=${email}`]
  await git(folder, ...identity, 'commit', '--message', `${title}\n\n${body}`)
  // The branch belongs to the action; last night's proofs that were not merged are found again.
  await git(folder, 'push', '--force', 'origin', `HEAD:refs/heads/${branch}`)
  const [owner = ''] = github.repository.split('/')
  const query = new URLSearchParams({ state: 'open', base, head: `${owner}:${branch}` })
  const [existing] = Existing.parse(await ask(github, 'GET', `pulls?${query}`))
  if (existing) {
    await ask(github, 'PATCH', `pulls/${existing.number}`, { title, body })
    return existing.html_url
  }
  return Opened.parse(await ask(github, 'POST', 'pulls', { title, body, head: branch, base })).html_url
}

/** The branch that was checked out; on a detached head, the one that the repository starts with. */
async function baseBranch(folder: string, github: PullRequest['github']): Promise<string> {
  const here = (await git(folder, 'branch', '--show-current')).trim()
  return here === '' ? Repository.parse(await ask(github, 'GET', '')).default_branch : here
}

async function ask(
  { api, repository, token }: PullRequest['github'],
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(`${api}/repos/${repository}${path === '' ? '' : '/'}${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (response.ok) return response.json()
  const said = await response.text()
  throw new Error(`GitHub answered ${response.status} to ${method} ${path}: ${said.slice(0, 500)}`)
}
