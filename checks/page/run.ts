import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Block, blocksOf, forContainers } from './blocks.ts'
import { bareMachine, type Machine, notHere } from './machine.ts'
import { openOffice, plainAnswer } from './office.ts'
import { twoReleases } from './releases.ts'

// `npm run page`: the shell blocks of docs/operations.md for one machine, letter for letter, on a bare Debian under systemd: set up, an administrator
// signed in over TLS, upgraded, gone back, everything destroyed, restored. What is not the page's is said with «by the drill».

const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
const name = 'zayavka.example'
const releases = { present: 'v0.1.0', next: 'v0.2.0' }
const ports = [80, 443, 5432, 8080]

const say = (line: string) => console.log(line)

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}

async function does(machine: Machine, text: string, who: string): Promise<string> {
  const began = performance.now()
  say(`\n--- ${who}\n${text}`)
  const { code, said } = await machine.run(text)
  const lines = said.split('\n')
  const shown = lines.length > 40 ? [`[${lines.length - 40} lines]`, ...lines.slice(-40)] : lines
  say(
    `>>> ${code === 0 ? 'done' : `ENDED WITH ${code}`}, ${((performance.now() - began) / 1000).toFixed(1)} s\n${shown.map((line) => `    ${line}`).join('\n')}`,
  )
  if (code !== 0) throw new Error(`a block of «${who}» ended with ${code}`)
  return said
}

/** The blocks of one section; the reader's own lines get the drill's values. */
async function section(machine: Machine, title: string, own: string): Promise<string> {
  const blocks: Block[] = blocksOf(page).filter((block) => block.section === title && !forContainers(block))
  if (blocks.length === 0) throw new Error(`the page has no blocks under «${title}»`)
  let said = ''
  for (const { text, yours } of blocks) {
    await does(
      machine,
      yours ? `${text}\n${own}` : text,
      `${title}${yours ? ', with the reader’s own lines by the drill' : ''}`,
    ).then((lines) => {
      said = lines
    })
  }
  return said
}

const expect = (what: boolean, line: string) => {
  say(`${what ? 'ok     ' : 'FAILED '} ${line}`)
  if (!what) throw new Error(line)
}

/** The limits worker processes set for themselves, and the drawing library, under the very filter of the unit. */
async function underTheFilter(machine: Machine): Promise<void> {
  const unit = readFileSync(new URL('../../deploy/zayavka.service', import.meta.url), 'utf8')
  const properties = [
    ...unit.matchAll(
      /^((?:SystemCall\w+|NoNewPrivileges|RestrictRealtime|LockPersonality|CapabilityBoundingSet)=.*)$/gm,
    ),
  ]
  const given = properties.map(([, property]) => `-p '${property}'`).join(' ')
  const limits =
    'ulimit -c 0; ulimit -t 1200; ulimit -d 1228800; grep -E "core file|cpu time|data size" /proc/self/limits'
  const draw =
    '/opt/zayavka/node_modules/.bin/node -e "import(\\"sharp\\").then((s) => s.default({ create: { width: 900, height: 900, channels: 3, background: \\"red\\" } }).rotate(3).jpeg().toBuffer()).then((b) => console.log(\\"drawn\\", b.length > 0))"'
  const said = await does(
    machine,
    `cd /opt/zayavka && systemd-run --wait --pipe -q --uid=zayavka --working-directory=/opt/zayavka ${given} /bin/sh -c '${limits}; exec ${draw}'`,
    'by the drill: worker processes under the unit’s filter',
  )
  expect(
    /core file size +0 /.test(said) && /cpu time +1200 /.test(said) && /data size +1258291200 /.test(said),
    'ulimit holds under the filter: core 0, 1200 s, 1.2 GB',
  )
  expect(said.includes('drawn true'), 'a picture is drawn under the filter')
}

async function drill(machine: Machine): Promise<void> {
  const committed = twoReleases(join(machine.root, 'srv/zayavka.git'), releases)
  say(`the release ${releases.present} is commit ${committed}`)
  const certificate = `openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=${name} -addext subjectAltName=DNS:${name} -keyout "$CERTIFICATE_KEY" -out "$CERTIFICATE" 2>/dev/null`
  const [own, ...rest] = blocksOf(page).filter(({ section: title }) => title === 'One machine')
  expect(own?.yours === true && rest.every(({ yours }) => !yours), 'the reader’s own lines stand first, and once')
  await does(
    machine,
    'cat /etc/ssl/zayavka-outside.crt > /usr/local/share/outside.pem; git config --system http.sslCAInfo /etc/ssl/zayavka-outside.crt 2>/dev/null || true; mkdir -p /root && printf "cafile=/etc/ssl/zayavka-outside.crt\\n" > /root/.npmrc; install -d -m 0711 /etc/ssl/private; apt-get -qq update >/dev/null && apt-get -qq install -y --no-install-recommends openssl >/dev/null',
    'by the drill: the certificates of the network it stands in, openssl for a certificate of its own',
  )
  const invited = await section(
    machine,
    'One machine',
    `export REPOSITORY=/srv/zayavka.git RELEASE=${releases.present} NAME=${name}\n${certificate}`,
  )
  const office = openOffice(name, readFileSync(join(machine.root, 'etc/ssl/zayavka.pem'), 'utf8'))
  expect((await plainAnswer(name)) === `308 https://${name}/`, 'port 80 sends to https')
  const address = /https:\S+\/invitation#\S+/.exec(invited)?.[0] ?? ''
  const who = await office.signIn(address)
  expect(who.login === 'anna' && who.role === 'administrator', `signed in over TLS: ${who.login}, ${who.role}`)
  const first = await office.call('GET', '/')
  expect(first.status === 200 && String(first.body).includes('<html'), 'the borrower’s app answers over TLS')
  await underTheFilter(machine)

  await section(machine, 'Upgrade and restart', `export NEXT=${releases.next}`)
  const schema = await does(
    machine,
    'runuser -u postgres -- psql -Atc "select count(*) from kysely_migration where name = \'9000-later\'" zayavka; git -C /opt/zayavka describe --tags',
    'by the drill: what is there after going back',
  )
  expect(schema === `1\n${releases.present}`, 'upgraded and gone back: the earlier release runs on the later schema')
  expect((await office.call('GET', '/service/office/me')).status === 200, 'the administrator is still signed in')

  await section(machine, 'Backup and restore', '')
  expect((await office.call('GET', '/service/office/me')).status === 401, 'after the restore nobody is signed in')
  const second = await does(
    machine,
    'runuser -u zayavka -- zayavka add-staff boris "Second Person" administrator; runuser -u zayavka -- zayavka verify-journal',
    'by the drill: the restored system goes on',
  )
  expect(/The journal is whole/.test(second), 'the journal is whole')
  const again = await office
    .signIn(/https:\S+\/invitation#\S+/.exec(second)?.[0] ?? '')
    .catch((error: Error) => error.message)
  say(`a second administrator: ${JSON.stringify(again)}`)
  const kept = await does(
    machine,
    'runuser -u postgres -- psql -Atc "select login from staff order by login" zayavka',
    'by the drill: who is there',
  )
  expect(kept === 'anna\nboris', 'anna came back from the backup')
}

const reason = notHere()
const taken = reason ? [] : (await Promise.all(ports.map(async (port) => ((await isFree(port)) ? [] : [port])))).flat()
if (reason || taken.length > 0) {
  say(
    `The page was not run: ${reason ?? `port ${taken.join(', ')} of this machine is taken, and the bare Debian shares its network`}`,
  )
  process.exit(1)
}
const machine = await bareMachine(say)
try {
  await drill(machine)
  say('\nThe page was followed to its end.')
} catch (error) {
  say(`\nThe page could not be followed: ${error instanceof Error ? error.message : error}`)
  say((await machine.run('journalctl -u zayavka -u nginx -u postgresql -n 40 --no-pager -o cat')).said)
  process.exitCode = 1
} finally {
  await machine.end()
}
