import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { StartRefused } from '#server/platform/refusal.ts'
import { readLogo } from './logo.ts'

const folder = mkdtempSync(join(tmpdir(), 'zayavka-logo-'))
after(() => rmSync(folder, { recursive: true }))

const written = (name: string, content: string | Buffer) => {
  writeFileSync(join(folder, name), content)
  return () => readLogo(folder, name)
}
const refused = (why: RegExp) => (error: unknown) => error instanceof StartRefused && why.test(error.message)

describe("a lender's logo", () => {
  it('comes with the page, as an address of its own bytes', () => {
    const text = '<svg xmlns="http://www.w3.org/2000/svg"/>'
    const [head, bytes = ''] = written('logo.svg', text)().split(',')
    assert.equal(head, 'data:image/svg+xml;base64')
    assert.equal(Buffer.from(bytes, 'base64').toString(), text)
  })

  it('stops the start when it is missing, too large, or not the picture its name says', () => {
    assert.throws(() => readLogo(folder, 'none.svg'), refused(/cannot be read/))
    assert.throws(written('large.svg', `<svg>${' '.repeat(17_000)}</svg>`), refused(/at most/))
    assert.throws(written('text.svg', '<!doctype html><svg/>'), refused(/not the picture/))
    assert.throws(written('text.png', 'a text'), refused(/not the picture/))
  })
})
