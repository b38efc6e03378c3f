import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { commands } from '#server/commands/commands.ts'
import { environment } from '#server/platform/environment.ts'
import { type Block, blocksOf } from './blocks.ts'

const project = new URL('../../', import.meta.url)
const page = readFileSync(new URL('docs/operations.md', project), 'utf8')
const blocks = blocksOf(page)
const where = ({ section, text }: Block) => `${section}: ${text.split('\n')[0]}`

describe('I2: the blocks of docs/operations.md can be followed word by word (npm run page does)', () => {
  test('there are blocks for one machine, for an upgrade and for a restore', () => {
    for (const section of ['One machine', 'Upgrade and restart', 'Backup and restore'])
      assert.ok(
        blocks.some((block) => block.section === section),
        section,
      )
  })

  for (const block of blocks)
    test(where(block), () => {
      const { status, stderr } = spawnSync('bash', ['-n'], { input: block.text, encoding: 'utf8' })
      assert.equal(status, 0, stderr)
      assert.doesNotMatch(block.text, /…|\bsudo\b/, 'nothing is left out, and no program that a bare Debian lacks')
      for (const [, file = ''] of block.text.matchAll(/(?<![\w/.-])(deploy\/[\w.-]+)/g))
        if (!/^deploy\/(environment|tls|lender|store|backups|metrics-token|alertmanager-password)$/.test(file))
          assert.ok(existsSync(new URL(file, project)), file)
      for (const [, name = ''] of block.text.matchAll(/-- zayavka ([a-z-]+)/g))
        assert.ok(
          commands.some((command) => command.name === name),
          name,
        )
    })

  test('no block uses a name that none before it set', () => {
    const known = new Set(['METRICS_TOKEN', 'MAIL_PASSWORD', 'PWD'])
    for (const block of blocks) {
      for (const [, name = ''] of block.text.matchAll(/\b([A-Za-z_]+)=|\bfor (\w+) in/g)) if (name) known.add(name)
      for (const [, name = ''] of block.text.matchAll(/for (\w+) in/g)) known.add(name)
      for (const [, name = ''] of block.text.matchAll(/\$\{?([A-Za-z_]+)/g))
        assert.ok(known.has(name), `${name} in ${where(block)}`)
    }
  })

  test('the settings it writes are settings the server knows', () => {
    const known = Object.keys(environment.shape)
    const written = /<<END\n([\s\S]*?)\nEND/.exec(page)?.[1] ?? ''
    const names = [...written.matchAll(/^([A-Z_]+)=/gm)].map(([, name = '']) => name)
    assert.ok(names.length > 8)
    assert.deepEqual(
      names.filter((name) => !known.includes(name)),
      [],
    )
  })
})
