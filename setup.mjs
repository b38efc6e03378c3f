// Gets a clone ready: installs what is missing, builds what is stale (not with `--no-build`). Runs on the machine's own Node, whatever its age,
// before the project's Node is there: plain JavaScript, no dependencies.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('.', import.meta.url))
const bin = join(root, 'node_modules/.bin')

// A network may have an authority of its own: the machine trusts it, Node does not ask the machine.
const bundles = ['/etc/ssl/certs/ca-certificates.crt', '/etc/pki/tls/certs/ca-bundle.crt']
const trusted = process.env.NODE_EXTRA_CA_CERTS ?? bundles.find((file) => existsSync(file))
const env = {
  ...process.env,
  PATH: `${bin}:${process.env.PATH}`,
  ...(trusted && { NODE_EXTRA_CA_CERTS: trusted }),
}

function run(command, args, what) {
  const { status, error } = spawnSync(command, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
  if (status === 0) return
  console.error(`${what} failed${error ? `: ${error.message}` : ''}`)
  process.exit(status || 1)
}

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

function install() {
  const stamp = join(root, 'node_modules/.zayavka-installed')
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  if (read(stamp) === wanted && existsSync(join(bin, 'node'))) return
  console.log('Installing dependencies, Node 24 among them…')
  // Not `npm ci`: see docs/decisions/0005-npm-install.md.
  const install = () =>
    run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], 'npm install')
  install()
  // npm silently leaves out optional packages, native programs of the build among them, that say the Node it runs on is too old for them.
  if (Number(process.versions.node.split('.')[0]) < 24) install()
  writeFileSync(stamp, wanted)
}

function files(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? files(path) : [path]
  })
}

function build() {
  const sources = ['client', 'office', 'ui', 'steps', 'contract'].flatMap((folder) => files(join(root, folder)))
  const building = files(join(root, 'checks/setup')).filter((file) => /(build|embedded|serviceWorker)\.ts$/.test(file))
  const inputs = [...sources, ...building, join(root, 'vite.config.ts'), join(root, 'package-lock.json')]
  const hash = createHash('sha256')
  for (const file of inputs.sort()) hash.update(`${file} ${statSync(file).size} ${readFileSync(file)}\n`)
  const wanted = hash.digest('hex')
  const stamp = join(root, 'dist/.built')
  if (read(stamp) === wanted) return
  console.log('Building the apps…')
  run('node', ['checks/setup/build.ts'], 'The build')
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stamp, wanted)
}

install()
if (!process.argv.includes('--no-build')) build()
