import { RequestFields } from '#ui/request/RequestFields.tsx'
import type { FieldsProps } from '#ui/services.ts'

export default function Screen({ form, context, authStatus }: FieldsProps) {
  return <RequestFields form={form} context={context} authStatus={authStatus} />
}
