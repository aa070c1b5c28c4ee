/** A PostgreSQL server for measurements, from npm; with ORCH_DATABASE_URL set, that one is measured instead. */
import { postgresDatabases } from '../../src/ledger/test-databases.ts'

export async function benchDatabase(): Promise<{ url: string } & AsyncDisposable> {
  const given = process.env.ORCH_DATABASE_URL
  if (given !== undefined) return { url: given, [Symbol.asyncDispose]: async () => {} }
  const databases = await postgresDatabases()
  const { databaseUrl = '' } = await databases.fresh()
  return { url: databaseUrl, [Symbol.asyncDispose]: () => databases.close() }
}
