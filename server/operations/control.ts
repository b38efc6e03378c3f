import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { StartRefused } from '#server/platform/refusal.ts'

/** Says one line to whoever gave the command. */
export type Say = (line: string) => void

/** Work a command asks of the server that has the embedded database open. Answers whether all is as it should be. Throws StartRefused for what cannot be begun. */
export type Work = (argument: string, say: Say) => Promise<boolean>

type Line = { say: string } | { refused: string } | { done: true; right: boolean }

const fileOf = (dataDir: string) => join(dataDir, 'control.json')
const longestArgument = 4096

const same = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request.setEncoding('utf8')) {
    text += part
    if (text.length > longestArgument) throw new Error('the argument is too long')
  }
  return text
}

/**
 * Takes commands of the machine's owner while the server runs: only one process may open the embedded database. Whoever
 * can read `control.json` in the data folder (mode 0600) may give them; the port is of the loopback. Answers how to stop.
 */
export async function openControl(
  dataDir: string,
  works: Readonly<Record<string, Work>>,
): Promise<() => Promise<void>> {
  const token = randomBytes(32).toString('base64url')

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const work = works[request.url?.slice(1) ?? '']
    const ours = same(request.headers.authorization ?? '', token)
    if (request.method !== 'POST' || !work || !ours) return void response.writeHead(404).end()
    const say = (line: Line) => void response.write(`${JSON.stringify(line)}\n`)
    try {
      const right = await work(await bodyOf(request), (text) => say({ say: text }))
      say({ done: true, right })
    } catch (error) {
      say({ refused: error instanceof Error ? error.message : String(error) })
    }
    response.end()
  }

  const server = createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const file = fileOf(dataDir)
  rmSync(file, { force: true })
  writeFileSync(file, JSON.stringify({ port, token }), { mode: 0o600, flag: 'wx' })
  return async () => {
    rmSync(file, { force: true })
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

function whereIs(dataDir: string): { port: number; token: string } | null {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as { port: number; token: string }
  } catch {
    return null
  }
}

/** Asks the server that runs on this data folder; null: none does. Throws StartRefused with the server's reason. */
export async function askRunning(dataDir: string, name: string, argument: string, say: Say): Promise<boolean | null> {
  const place = whereIs(dataDir)
  if (!place) return null
  const answer = await fetch(`http://127.0.0.1:${place.port}/${name}`, {
    method: 'POST',
    headers: { authorization: place.token },
    body: argument,
  }).catch(() => null)
  // A file left behind by a server that was killed; another program may have its port by now.
  if (!answer?.ok || !answer.body) return null
  for await (const text of createInterface({ input: Readable.fromWeb(answer.body as never) })) {
    const line = JSON.parse(text) as Line
    if ('say' in line) say(line.say)
    if ('refused' in line) throw new StartRefused(line.refused)
    if ('done' in line) return line.right
  }
  throw new StartRefused('The server stopped in the middle of it')
}
