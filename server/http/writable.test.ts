import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tellNote } from '#contract/calls/machine/telling.ts'
import { saveRuleDraft } from '#contract/calls/office/workbench.ts'
import { saveDraft } from '#contract/calls/requests.ts'
import { onBothDatabases } from '#server/testing/bench.ts'
import { usualRights } from '#server/testing/roles.ts'
import { createRouter } from './router.ts'
import { openServer } from './server.ts'

const id = '6db4bd27-b8dd-4000-992e-dd27addaf3ad'
const origin = 'http://127.0.0.1'

onBothDatabases('text that nobody can write', (open) => {
  test('N24: is refused with its place, wherever in a body it stands; what was typed is kept as it is', async () => {
    const platform = await open()
    const app = await openServer(platform)
    const member = { kind: 'staff', id, rights: usualRights('supervisor') }
    const router = createRouter(app, platform, {
      client: async () => ({ kind: 'client', id }) as never,
      staff: async () => member as never,
      machine: async () => ({ kind: 'machine', id }) as never,
    })
    router.read(tellNote, async () => ({ id }))
    router.read(saveRuleDraft, async () => ({ revision: 2 }))
    router.read(saveDraft, async () => ({ revision: 2 }))
    const send = async (method: 'POST' | 'PUT', url: string, payload: object) => {
      const headers = { origin: platform.config.publicUrl ?? origin, 'content-type': 'application/json' }
      const answer = await app.inject({ method, url, headers, payload: JSON.stringify(payload) })
      return { status: answer.statusCode, field: answer.json().error?.issues?.[0]?.field }
    }
    for (const none of ['a\0b', 'a\ud800b', '\udc00']) {
      const note = await send('POST', `/service/machine/v1/people/${id}/notes`, { text: none })
      assert.deepEqual(note, { status: 400, field: 'text' })
      const draft = { revision: 1, title: 'Слова' }
      const path = `/service/office/rules/drafts/${id}`
      assert.deepEqual(await send('PUT', path, { ...draft, rows: { offer: none } }), {
        status: 400,
        field: 'rows.offer',
      })
      assert.equal((await send('PUT', path, { ...draft, rows: { [none]: 'слова' } })).status, 400)
      const typed = { revision: 1, patch: { surname: none } }
      assert.equal((await send('PUT', `/service/requests/${id}/steps/10/draft`, typed)).status, 200)
    }
    const fine = await send('POST', `/service/machine/v1/people/${id}/notes`, { text: 'Обычные слова 😀' })
    assert.equal(fine.status, 201)
    await app.close()
  })
})
