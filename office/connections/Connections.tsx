import { Screen } from '../frame/Screen.tsx'
import { Machines } from './Machines.tsx'
import { Webhooks } from './Webhooks.tsx'

/** The lender's other systems, and where they are told of what happens here */
export function Connections() {
  return (
    <Screen title="Подключения">
      <Machines />
      <Webhooks />
    </Screen>
  )
}
