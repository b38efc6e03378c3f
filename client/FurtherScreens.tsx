import { Route, Switch } from 'wouter'
import { furtherDrawings } from '#ui/furtherDrawings.tsx'
import { addDrawings } from '#ui/icons.tsx'
import { routes } from './routes.ts'
import RouteError from './screens/RouteError.tsx'

addDrawings(furtherDrawings)

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
