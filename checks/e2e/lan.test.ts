import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { freePort } from '../setup/freePort.ts'
import { at, signUp } from './borrower.ts'
import { openBrowser } from './browser.ts'
import { watch } from './faults.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

test('npm run start:lan: https with a certificate of its own, a QR code, and a page that may use the camera', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'zayavka-lan-'))
  const port = await freePort()
  const child = spawn('node', ['server/start-lan.ts'], {
    cwd: root,
    env: { ...process.env, LAN_ADDRESS: '127.0.0.1', PORT: String(port), DATA_DIR: folder, NODE_ENV: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const browser = await openBrowser()
  try {
    let printed = ''
    await new Promise<void>((shown, gone) => {
      child.stdout.on('data', (bytes: Buffer) => {
        printed += bytes.toString('utf8')
        if (printed.includes('На телефоне')) shown()
      })
      child.once('exit', () => gone(new Error(printed)))
    })
    const url = `https://127.0.0.1:${port}`
    assert.ok(printed.includes(url) && /█ ▄▄▄▄▄ █/.test(printed), printed)
    const context = await browser.newContext({ baseURL: url, ignoreHTTPSErrors: true, locale: 'ru-RU' })
    watch(context, url)
    const page = await context.newPage()
    await page.goto('/step18')
    assert.equal(await page.evaluate(() => isSecureContext && 'mediaDevices' in navigator), true)
    await signUp(page)
    await at(page, '/step3')
  } finally {
    await browser.close()
    child.kill('SIGTERM')
    await new Promise((gone) => child.once('close', gone))
    rmSync(folder, { recursive: true, force: true })
  }
})
