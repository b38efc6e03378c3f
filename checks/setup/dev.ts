import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { freePort } from './freePort.ts'

/**
 * `npm run dev`: the apps from their sources, reloaded in the browser as they change; the server started anew as its sources
 * change. What was made by hand stays in DATA_DIR, as with `npm start`.
 */

const root = fileURLToPath(new URL('../../', import.meta.url))
const watched = ['server', 'contract', 'steps', 'config'].flatMap((folder) => ['--watch-path', folder])

const port = Number(process.env.PORT ?? 8080)
const inner = await freePort()

// Read by vite.config.ts
process.env.SERVER = `http://127.0.0.1:${inner}`
const vite = await createServer({ root, configFile: `${root}vite.config.ts`, server: { port, strictPort: true } })
await vite.listen()

const server = spawn('node', ['--watch-preserve-output', ...watched, 'server/start.mjs'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, PORT: String(inner), HOST: '127.0.0.1', PUBLIC_URL: `http://localhost:${port}` },
})

async function stop(): Promise<void> {
  server.kill('SIGTERM')
  await Promise.all([vite.close(), server.exitCode ?? once(server, 'exit')])
  process.exit()
}
process.once('SIGINT', () => void stop())
process.once('SIGTERM', () => void stop())
