// Bare servers that do the least a task needs: what ours are measured against.
import { createHash } from 'node:crypto'
import { createWriteStream, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'

export type FloorTask =
  | { readonly kind: 'bytes'; readonly headers: Record<string, string>; readonly body: string }
  | { readonly kind: 'query'; readonly database: string }
  | { readonly kind: 'save'; readonly database: string | null; readonly folder: string }
  | { readonly kind: 'copy'; readonly folder: string }

/** The poll's one question: whose session, and their requests. */
const pollQuery = {
  name: 'poll',
  text: `select r.* from session s join request r on r.client_id = s.client_id
    where s.token_hash = $1 and s.ended_at is null
    order by case when r.state not in ('Processed', 'Rejected') then 0 when r.type = 'loan' then 1 else 2 end, r.created_at desc`,
}

const tokenOf = ({ headers }: IncomingMessage) => /zayavka=([^;]+)/.exec(headers.cookie ?? '')?.[1] ?? ''

/** The writes of a saved step, without thought: the step, the request, the journal with its head, the notice. */
const scratch = [
  'create table if not exists bench_step (id text primary key, revision int, sealed bytea)',
  'create table if not exists bench_request (id text primary key, version int, facts bytea)',
  'create table if not exists bench_journal (seq bigserial primary key, data jsonb, hash bytea)',
  'create table if not exists bench_head (id int primary key, hash bytea)',
  "insert into bench_request values ('r', 1, '') on conflict do nothing",
  "insert into bench_head values (1, '') on conflict do nothing",
]

type Ask = (text: string, values?: unknown[]) => Promise<unknown>

async function save(ask: Ask, n: number): Promise<void> {
  const blob = Buffer.alloc(900, n)
  await ask('select * from bench_request where id = $1 for update', ['r'])
  await ask('select * from bench_step where id = $1', ['s'])
  await ask(
    'insert into bench_step values ($1, $2, $3) on conflict (id) do update set revision = excluded.revision, sealed = excluded.sealed',
    ['s', n, blob],
  )
  await ask('update bench_request set version = $2, facts = $3 where id = $1', ['r', n, blob])
  await ask("select pg_notify('bench', 'r')")
  await ask('select * from bench_head where id = 1 for update')
  await ask('insert into bench_journal (data, hash) values ($1, $2)', ['{"step":10}', blob.subarray(0, 32)])
  await ask('update bench_head set hash = $1 where id = 1', [blob.subarray(0, 32)])
}

async function saver(database: string | null, folder: string): Promise<(n: number) => Promise<void>> {
  if (database === null) {
    const lite = await PGlite.create(folder)
    for (const statement of scratch) await lite.exec(statement)
    return (n) => lite.transaction((tx) => save((text, values) => tx.query(text, values), n))
  }
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  for (const statement of scratch) await client.query(statement)
  return async (n) => {
    await client.query('begin')
    await save((text, values) => client.query(text, values), n)
    await client.query('commit')
  }
}

async function answerFor(task: FloorTask): Promise<RequestListener> {
  if (task.kind === 'bytes') {
    const headers = { ...task.headers, 'content-length': Buffer.byteLength(task.body) }
    return (_request, response) => response.writeHead(200, headers).end(task.body)
  }
  if (task.kind === 'query') {
    const pool = new pg.Pool({ connectionString: task.database, max: 10 })
    return async (request, response) => {
      const token = createHash('sha256').update(tokenOf(request)).digest()
      const { rows } = await pool.query({ ...pollQuery, values: [token] })
      const body = JSON.stringify({ result: { count: rows.length, data: rows } })
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
        .end(body)
    }
  }
  if (task.kind === 'save') {
    const write = await saver(task.database, task.folder)
    let n = 0
    return (request, response) => {
      request.resume().once('end', async () => {
        n += 1
        await write(n % 200)
        response.writeHead(200, { 'content-length': 2 }).end('{}')
      })
    }
  }
  let n = 0
  return async (request, response) => {
    n += 1
    await pipeline(request, createWriteStream(`${task.folder}/copy-${n}`))
    response.writeHead(204).end()
  }
}

const server = createServer(await answerFor(JSON.parse(readFileSync(0, 'utf8')) as FloorTask))
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
process.once('SIGTERM', () => process.exit(0))
