import { type Claim, differs, holds, unseen } from '../claim.ts'
import {
  builtHere,
  callsTest,
  desksHere,
  errorsTest,
  filling,
  gate,
  gateFaults,
  lifeHere,
  requestsFaults,
  routesTest,
  screensHere,
  status,
  summary,
} from '../places.ts'

const told = lifeHere('3.1 to 3.5, 4.13, 6.5: a request as the list tells it, from New to Processed')

/** The flags as the text gives them: create, fill. */
const derived: readonly (readonly [condition: string, derived: string, create: 'yes' | 'no', fill: 'yes' | 'no'])[] = [
  ['type prolongate', 'prolongate', 'yes', 'yes'],
  ['status 0, no verification object', 'New', 'no', 'yes'],
  ['status 0, verification status 3', 'Hyb_Verification_Approved', 'no', 'no'],
  ['status 0, verification status 5', 'RollbackVerification', 'no', 'yes'],
  ['status 2', 'Verification', 'no', 'no'],
  ['status 3', 'Approved', 'no', 'yes'],
  ['status 4', 'Rejected', 'yes', 'no'],
  ['status 4.5', 'Cooldown', 'no', 'yes'],
  ['status 4.7', 'Payout', 'no', 'yes'],
  ['status 5', 'Processed', 'yes', 'no'],
]

/** Section 4 of the text. */
export const states: readonly Claim[] = [
  holds(
    '4.1',
    'The status is derived from the numeric status, checked in this order',
    'rule',
    status('prolongate is checked before any number'),
    desksHere('4.1: a prolongation is one whatever its number'),
  ),
  ...derived.map(([condition, name, create, fill], at) =>
    holds(
      `4.${at + 2}`,
      `${condition}: ${name}, create ${create}, fill ${fill}`,
      'browser',
      status(`${condition} → ${name}`),
      desksHere(`4.${at + 2}: ${name}: its own card on the desk, create ${create}, fill ${fill}`),
    ),
  ),
  holds(
    '4.12',
    'anything else, or undefined request: noResolveStatus, create no, fill no',
    'browser',
    status('anything else, or undefined request → noResolveStatus'),
    status('a number outside the table never lets a client create or fill'),
    desksHere('4.12: noResolveStatus: its own card on the desk, create no, fill no'),
  ),
  holds(
    '4.13',
    'Transitions between statuses are decided by the server',
    'call',
    callsTest('an event the state does not allow answers 409 and changes nothing'),
    told,
  ),
  holds(
    '4.14',
    'The auth status is polled',
    'browser',
    routesTest('the auth status is asked for each 20 000 ms; dev_on_interval=0 switches it off'),
  ),
  unseen(
    '4.15',
    'It is held as true or false',
    'A name inside the original. What it decides is seen: 2.7, 2.47, 4.16.',
  ),
  holds(
    '4.16',
    'If authentication is lost, the user is taken to a logout/login action',
    'browser',
    routesTest('step_sendToVerification 1: auth lost → sign-in, and the way back leads to the same step'),
    filling('session over: signing in again returns to the very step with what was typed'),
  ),
  holds(
    '4.17',
    'The current request is fetched',
    'browser',
    screensHere('2.3, 2.23 to 2.45: every screen of the verification mode'),
  ),
  holds(
    '4.18',
    'If the result status is not correct, nothing happens',
    'browser',
    routesTest('step_sendToVerification 2: a result that is not correct → nothing happens'),
    gate('a result status other than correct does nothing, before and after the first load'),
  ),
  holds(
    '4.19',
    'If the request is null, the page is redirected to /step3',
    'browser',
    routesTest('step_sendToVerification 3: no request → the desk'),
  ),
  holds(
    '4.20',
    'If its allowedFillRequest is false, the page is redirected to /step3',
    'browser',
    routesTest('step_sendToVerification 3: filling not allowed → the desk'),
  ),
  holds(
    '4.21',
    'The redirect is a full one',
    'browser',
    gateFaults('S7: another id between two screens leads to the desk by a full redirect'),
  ),
  holds(
    '4.22',
    'On first load the request id is stored',
    'browser',
    gateFaults('S7: the same id: the next screen is there in the same page'),
    gate('the first load stores the id, the same id stays, another one leads to the desk'),
  ),
  holds(
    '4.23',
    'If the stored id later differs from the fetched one, the page is redirected to /step3',
    'browser',
    routesTest('step_sendToVerification 4: another id later → the desk'),
    gateFaults('S7: another id between two screens leads to the desk by a full redirect'),
  ),
  holds(
    '4.24',
    'Step screens of this mode are shown only after the request id is known',
    'browser',
    screensHere('2.3, 2.23 to 2.45: every screen of the verification mode'),
  ),
  holds('4.25', 'Requests call: 401 gives status noauth', 'rule', summary('401 → noauth')),
  holds(
    '4.26',
    'Requests call: 200 gives the JSON',
    'rule',
    summary('status, error_message, count, data, data_all'),
    summary('our further fields pass through'),
  ),
  differs(
    '4.27',
    'Requests call: other statuses give null, treated as an error',
    'browser',
    'An error takes no working desk away: the last good list stays, with the reason and a way to try again.',
    summary('other HTTP status → body read as null → its message'),
    errorsTest('other HTTP status → body read as null'),
    requestsFaults('S3: one failed poll (500) leaves the desk, says why and offers to try again'),
  ),
  unseen('4.28', 'Which step leads to which step', 'Not shown in the text. Ours is contract/flow.ts.'),
  holds(
    '4.29',
    'Debug console request states: Pending, Loading, Abort, Timeout, Cancel, Sent, Unknown',
    'build',
    builtHere('4.29: the console that is built says the states of a request as the text does'),
  ),
]
