import assert from 'node:assert/strict'
import { it } from 'node:test'
import { onBothDatabases } from '#server/testing/bench.ts'
import { distribution, partedBy, sequences } from './distribution.ts'
import {
  countedColumns,
  filledColumns,
  foreignKeys,
  tableNames,
  tablesWithTriggers,
  uniqueIndexes,
} from './distribution-store.ts'

const isDistributed = (table: string) => distribution.get(table) === 'distributed'

// What create_distributed_table and create_reference_table of Citus ask for, with their sources: docs/decisions/0026-citus.md.
onBothDatabases('a distributed engine could hold the schema', (open) => {
  it('each table of the schema says where its rows are', async () => {
    const { db } = await open()
    assert.deepEqual([...distribution.keys()].sort(), (await tableNames(db)).sort())
  })

  it('what belongs to a client says to whom', async () => {
    const { db } = await open()
    const filled = await filledColumns(db)
    const parted = [...distribution.keys()].filter(isDistributed).map((table) => `${table}.${partedBy(table)}`)
    assert.deepEqual(
      parted.filter((column) => !filled.includes(column)),
      [],
    )
  })

  it('each key of a distributed table holds its client: one node alone can keep it', async () => {
    const { db } = await open()
    const wrong = (await uniqueIndexes(db)).filter(
      ({ table, columns }) => isDistributed(table) && !columns.includes(partedBy(table)),
    )
    assert.deepEqual(wrong, [])
  })

  it('foreign keys stay on one node', async () => {
    const { db } = await open()
    const wrong = (await foreignKeys(db)).filter(({ table, other, columns, otherColumns, deletes, updates }) => {
      const [from, to] = [distribution.get(table), distribution.get(other)]
      if (from !== 'distributed') return to === 'distributed'
      if (to === 'local') return true
      // The client's column may not be changed by a key either.
      if (to === 'reference') return false
      const at = columns.indexOf(partedBy(table))
      return at < 0 || otherColumns[at] !== partedBy(other) || !'ac'.includes(deletes) || updates !== 'a'
    })
    assert.deepEqual(wrong, [])
  })

  it('no triggers where the engine has none', async () => {
    const { db } = await open()
    assert.deepEqual((await tablesWithTriggers(db)).filter(isDistributed), [])
  })

  it('what is counted up in distributed tables is named', async () => {
    const { db } = await open()
    const counted = (await countedColumns(db)).filter((column) => isDistributed(column.split('.')[0] ?? ''))
    assert.deepEqual(counted, [...sequences].sort())
  })
})
