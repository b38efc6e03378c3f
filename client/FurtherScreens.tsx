import { Route, Switch } from 'wouter'
import { furtherDrawings } from '#ui/furtherDrawings.tsx'
import { addDrawings } from '#ui/icons.tsx'
import { afterFirstPaint } from '#ui/shell/afterFirstPaint.ts'
import { keepForOffline } from './offline/keepForOffline.ts'
import { routes } from './routes.ts'
import RouteError from './screens/RouteError.tsx'

addDrawings(furtherDrawings)
afterFirstPaint(() => void keepForOffline())

/** All screens but the start, which does not wait for their list */
export function FurtherScreens() {
  return (
    <Switch>
      {routes.map(({ path, Screen }) => (
        <Route key={path} path={path}>
          <Screen />
        </Route>
      ))}
      <Route>
        <RouteError error={{ statusText: 'Not Found' }} />
      </Route>
    </Switch>
  )
}
