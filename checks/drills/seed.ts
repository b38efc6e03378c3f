import pg from 'pg'
import { storeRequests } from './stored-requests.ts'

/**
 * `DATABASE_URL=postgres://… APP_KEY=… npm run seed -- 1000000`: invented clients and requests, sealed as the product seals
 * them, straight into the tables of a database that the server has already brought up to date. Goes on where it left off.
 */
async function main(): Promise<void> {
  const { DATABASE_URL: url, APP_KEY: key } = process.env
  const wanted = Number(process.argv[2])
  if (!url || !key || !Number.isSafeInteger(wanted) || wanted < 1)
    throw new Error('DATABASE_URL=postgres://… APP_KEY=… npm run seed -- N')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    "select count(*)::int as there from request where id like '00000000-0000-4000-8000-%'",
  )
  await client.end()
  const there: number = rows[0].there
  const started = performance.now()
  await storeRequests(url, there, wanted, key)
  const seconds = (performance.now() - started) / 1000
  console.log(
    `${Math.max(0, wanted - there)} requests stored in ${seconds.toFixed(1)} s, ${Math.max(there, wanted)} in all`,
  )
}

await main()
