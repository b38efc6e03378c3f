import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { byteColumns } from './rotation-store.ts'
import { openBytes, sealedColumns } from './sealed-columns.ts'

onBothDatabases('changing keys knows every column', (open) => {
  it('each column of bytes is either sealed anew or said not to be sealed', async () => {
    const { db } = await open()
    const known = [...sealedColumns.map(({ table, column }) => `${table}.${column}`), ...openBytes]
    assert.deepEqual(known.sort(), (await byteColumns(db)).sort())
  })
})
