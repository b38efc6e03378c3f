import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer as createPlainServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import encodeQR from 'qr'
import { generate } from 'selfsigned'

/**
 * The product over https in the local network, for trying the camera on a real phone: browsers give a camera only to a
 * secure page. A certificate is made on the spot and kept in DATA_DIR; TLS ends here, the server listens on this machine only.
 */

const say = (line: string) => process.stdout.write(`${line}\n`)

/** This machine's address as the phone sees it: LAN_ADDRESS, else the first one of a network. */
function ownAddress(): string | undefined {
  const found = Object.values(networkInterfaces())
    .flat()
    .find((network) => network?.family === 'IPv4' && !network.internal)
  return process.env.LAN_ADDRESS ?? found?.address
}

async function certificateFor(address: string): Promise<{ key: string; cert: string }> {
  const folder = join(process.env.DATA_DIR ?? 'data', 'lan')
  const file = join(folder, `${address}.json`)
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as { key: string; cert: string; until: number }
    if (kept.until > Date.now()) return kept
  } catch {
    // none yet
  }
  const until = Date.now() + 30 * 86_400_000
  const made = await generate([{ name: 'commonName', value: address }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notAfterDate: new Date(until),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: address }] },
    ],
  })
  const pair = { key: made.private, cert: made.cert }
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(file, JSON.stringify({ ...pair, until: until - 86_400_000 }), { mode: 0o600 })
  return pair
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createPlainServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const place = probe.address()
      probe.close(() => resolve(typeof place === 'object' && place ? place.port : 0))
    })
  })
}

const address = ownAddress()
if (!address) {
  say('No network address was found. Connect to the network of the phone, or name the address: LAN_ADDRESS=192.168.1.5')
  process.exit(1)
}
const port = Number(process.env.PORT ?? 8443)
const inner = await freePort()
const url = `https://${address}:${port}`
Object.assign(process.env, { PORT: String(inner), HOST: '127.0.0.1', PUBLIC_URL: url })
await import('./main.ts')

const server = createServer(await certificateFor(address), (phone) => {
  const here = connect(inner, '127.0.0.1')
  phone.pipe(here).pipe(phone)
  const end = () => {
    phone.destroy()
    here.destroy()
  }
  for (const socket of [phone, here]) socket.on('error', end).on('close', end)
})
server.once('error', (error) => {
  say(`Port ${port} of ${address}: ${error.message}. Choose another: PORT=9443 npm run start:lan`)
  process.exit(1)
})
server.listen(port, address, () => {
  say(encodeQR(url, 'ascii'))
  say(`  На телефоне           ${url}`)
  say('  Браузер предупредит о сертификате: он сделан только что на этой машине. Откройте всё равно.')
  say('')
})
