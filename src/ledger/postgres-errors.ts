/** What PostgreSQL and the way to it can say, in a sentence with a cure. A password is never part of it. */
import { OrchError } from '../errors.ts'

/** Older servers lack what the job queue builds on. */
const OLDEST_SERVER = 13

interface Trouble {
  readonly codes: readonly string[]
  /** For an error without a code. */
  readonly words?: string
  readonly says: string
  /** Whether the words of the error say more than the code. */
  readonly tellsCause?: boolean
  readonly hint: string
}

const TROUBLES: readonly Trouble[] = [
  {
    codes: ['ENOTFOUND', 'EAI_AGAIN'],
    says: 'cannot be found: nobody knows that host',
    hint: 'Check the host in ORCH_DATABASE_URL.',
  },
  {
    codes: ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'ECONNRESET', '57P03'],
    says: 'does not answer',
    hint: 'Check ORCH_DATABASE_URL and that the server runs, or unset it to use SQLite.',
  },
  {
    codes: ['28P01', '28000'],
    says: 'does not let this user in: wrong name or password, or no rule for this host',
    hint: 'Check user and password in ORCH_DATABASE_URL (special characters must be percent-encoded) and pg_hba.conf.',
  },
  { codes: ['3D000'], says: 'has no database of that name', hint: 'Create it first: createdb <name>.' },
  {
    codes: ['42501'],
    says: 'does not allow this user to do that',
    hint: 'Run "orch migrate" once as the owner of the database, then grant the roles of docs/distributed.md.',
  },
  {
    codes: ['25006'],
    says: 'may only be read: it is a replica, or set to read-only',
    hint: 'Point ORCH_DATABASE_URL at the primary server.',
  },
  {
    codes: [
      'SELF_SIGNED_CERT_IN_CHAIN',
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'ERR_TLS_CERT_ALTNAME_INVALID',
      'CERT_HAS_EXPIRED',
    ],
    words: 'does not support SSL',
    says: 'cannot be spoken to by TLS as ORCH_DATABASE_URL asks',
    tellsCause: true,
    hint: 'Set up TLS on the server, and name the authority that signed its certificate: ?sslmode=verify-full&sslrootcert=/etc/orch/ca.pem.',
  },
  {
    codes: ['53300'],
    says: 'has no connection left',
    hint: 'Raise max_connections, or run fewer workers (each needs about 12).',
  },
  {
    codes: ['53100'],
    says: 'has a full disk',
    hint: 'Make room on the database server; nothing is lost here.',
  },
]

/** Errors that go away by themselves, if the server comes back. */
const PASSING = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // The server ended a connection that was silent for too long: this machine slept in the middle of a transaction.
  '25P03',
  '57P05',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_WRITE_AFTER_END',
])
const PASSING_WORDS =
  /connection (?:terminated|ended|timeout)|timeout exceeded|query read timeout|not queryable|Connection terminated/i

export function databaseError(url: string, cause: unknown): OrchError {
  if (cause instanceof OrchError) return cause
  const code = codeOf(cause)
  const told = wordsOf(cause, url)
  const trouble = TROUBLES.find(
    ({ codes, words }) => codes.includes(code) || (code === '' && words && told.includes(words)),
  )
  const says = trouble?.tellsCause ? `${trouble.says}: ${told}` : (trouble?.says ?? `does not work: ${told}`)
  const hint = trouble?.hint ?? 'Check ORCH_DATABASE_URL and that the server runs, or unset it to use SQLite.'
  return new OrchError('ledger-unreachable', `The PostgreSQL database at ${withoutPassword(url)} ${says}.`, {
    hint,
    cause,
  })
}

/** Whether it is no mistake of the statement but of how the server is set up. */
export function hasCure(error: unknown): boolean {
  const code = codeOf(error)
  return TROUBLES.some(({ codes }) => codes.includes(code))
}

/** Whether the connection was lost, so that the same may work in a moment. */
export function isPassing(error: unknown): boolean {
  const code = codeOf(error)
  if (PASSING.has(code) || code.startsWith('08')) return true
  return code === '' && error instanceof Error && PASSING_WORDS.test(error.message)
}

export function refuseOldServer(versionNumber: number, url: string): void {
  const major = Math.floor(versionNumber / 10_000)
  if (major >= OLDEST_SERVER) return
  throw new OrchError(
    'ledger-old-server',
    `The PostgreSQL server at ${withoutPassword(url)} has version ${major}; Orch needs ${OLDEST_SERVER} or newer.`,
    { hint: 'Upgrade the server, or unset ORCH_DATABASE_URL to use SQLite.' },
  )
}

export function withoutPassword(url: string): string {
  const start = url.indexOf('//') + 2
  const at = url.lastIndexOf('@')
  const colon = url.indexOf(':', start)
  const shown = colon >= 0 && colon < at ? url.slice(0, colon) + url.slice(at) : url
  return shown.replace(/([?&](?:password|sslpassword)=)[^&]*/gi, '$1…')
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

function wordsOf(error: unknown, url: string): string {
  const words = error instanceof Error ? error.message : String(error)
  return (words.split('\n', 1)[0] ?? '').replaceAll(url, withoutPassword(url)).replace(/\.$/, '')
}
