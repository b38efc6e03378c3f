import { Link } from 'wouter'
import { type ChangedCase, changedCases } from '#contract/calls/office/ruleTrials.ts'
import { hasRight } from '#contract/roles.ts'
import type { VersionKind } from '#contract/versions/kinds.ts'
import { Button } from '#ui/actions/Button.tsx'
import { type Column, Table } from '#ui/show/Table.tsx'
import { Sheet } from '../frame/ListScreen.tsx'
import { Trouble } from '../frame/Trouble.tsx'
import { useStaff } from '../session.ts'
import { usePages } from '../useRead.ts'
import { pastWords } from './pastWords.ts'

/** Each decision or offer that would change, with the way to its request */
export function CaseList({ run, of }: { run: string; of: VersionKind }) {
  const me = useStaff()
  const list = usePages<typeof changedCases, ChangedCase>(changedCases, (after) => ({
    params: { id: run },
    query: after ? { after } : {},
  }))
  const opens = hasRight(me, 'requests.review')
  const columns: readonly Column<ChangedCase>[] = [
    {
      key: 'request',
      title: 'Заявка',
      head: true,
      cell: ({ request }) =>
        opens ? <Link href={`/requests/${request}`}>…{request.slice(-8)}</Link> : `…${request.slice(-8)}`,
    },
    { key: 'before', title: pastWords[of].before, cell: ({ before }) => before },
    { key: 'after', title: 'По черновику', cell: ({ after }) => after },
  ]
  if (list.error) return <Trouble error={list.error} onAgain={list.again} />
  return (
    <>
      <Sheet>
        <Table
          caption={pastWords[of].changed}
          columns={columns}
          rows={list.items}
          rowKey={({ decision }) => decision}
        />
      </Sheet>
      {list.more && (
        <Button small kind="soft" busy={list.busy} onClick={list.more}>
          Показать ещё
        </Button>
      )}
    </>
  )
}
