import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { StartRefused } from './refusal.ts'

/** The folder of the embedded database is in use by a living process; a second one would lose its rows. */
export class DirectoryTaken extends StartRefused {
  override name = 'DirectoryTaken'
}

type Address = { path: string } | { port: number; host: string }

/**
 * Something only one process can listen on, and which the system frees when that process dies, however it dies:
 * an abstract socket on Linux, a named pipe on Windows, elsewhere a loopback port chosen by the folder.
 */
function addressOf(fingerprint: string): Address {
  if (process.platform === 'linux') return { path: `\0zayavka-${fingerprint}` }
  if (process.platform === 'win32') return { path: `\\\\.\\pipe\\zayavka-${fingerprint}` }
  return { port: 20_000 + (Number.parseInt(fingerprint.slice(0, 8), 16) % 12_000), host: '127.0.0.1' }
}

function holderOf(address: Address): Promise<string> {
  return new Promise((resolve) => {
    let heard = ''
    const finish = () => {
      socket.destroy()
      const pid = /^zayavka (\d+)$/.exec(heard.trim())?.[1]
      resolve(pid ? `process ${pid}` : 'another process')
    }
    const socket = connect(address)
    socket.setTimeout(1500, finish)
    socket.on('data', (bytes) => {
      heard += bytes.toString('utf8')
    })
    socket.on('error', finish)
    socket.on('end', finish)
  })
}

/**
 * Takes the folder for this process. Returns a function that gives it back; death gives it back too.
 * Throws DirectoryTaken naming the holder and the folder.
 */
export async function lockDirectory(folder: string): Promise<() => Promise<void>> {
  const real = realpathSync(folder)
  const fingerprint = createHash('sha256').update(real).digest('hex').slice(0, 32)
  const address = addressOf(fingerprint)
  const server: Server = createServer((socket) => {
    socket.on('error', () => {})
    socket.end(`zayavka ${process.pid}\n`)
  })
  const taken = await new Promise<boolean>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(true)
      else reject(error)
    })
    server.listen({ ...address, exclusive: true }, () => resolve(false))
  })
  if (taken) {
    throw new DirectoryTaken(
      `The data folder ${real} is in use by ${await holderOf(address)}: stop it first, or choose another DATA_DIR`,
    )
  }
  server.unref()
  return () => new Promise((resolve) => server.close(() => resolve()))
}
