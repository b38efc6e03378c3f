import { type Claim, differs, holds, noted, unseen } from '../claim.ts'
import { callsTest, errorsTest, lifeHere, requestsFaults, routesTest, summary, wireHere } from '../places.ts'

const mismatch = summary('schema mismatch → the validator’s message, naming the field')

/** Sections 5 and 6 of the text. */
export const validation: readonly Claim[] = [
  holds('5.1', 'The requests-list response must have a numeric count', 'rule', mismatch),
  holds('5.2', 'It must have a data_all array', 'rule', mismatch),
  holds(
    '5.3',
    'Its data is either an object or null',
    'rule',
    summary('whatever comes back, the summary keeps its shape'),
    summary('the first item is the main request only if its type is loan'),
  ),
  holds('5.4', 'Otherwise it is treated as an error', 'rule', mismatch),
  differs(
    '5.5',
    'The error carries the validator’s message',
    'browser',
    'It does, in the summary and the console; the person reads a Russian sentence.',
    errorsTest('schema mismatch → the validator’s message'),
    requestsFaults('S3: one failed poll (another schema) leaves the desk, says why and offers to try again'),
  ),
  unseen('5.6', 'User-input validation of the step forms', 'Not shown in the text. Ours is in docs/steps.md.'),
  holds(
    '6.1',
    'Two states only: authenticated and not',
    'call',
    callsTest('GET /authenticated: 200 signed in, 401 not'),
  ),
  holds(
    '6.2',
    'HTTP 401 means not authenticated',
    'call',
    callsTest('findByClientIds answers 401 when not signed in'),
    callsTest('GET /authenticated: 200 signed in, 401 not'),
  ),
  noted(
    'The staff’s office, which the text does not have, has roles of its own behind calls of its own.',
    holds('6.3', 'No named roles', 'call', wireHere('6.3: nothing a borrower is told of themselves names a role')),
  ),
  holds(
    '6.4',
    'An unauthenticated user in the send-to-verification scenario is sent to the login/logout handling',
    'browser',
    routesTest('step_sendToVerification 1: auth lost → sign-in, and the way back leads to the same step'),
  ),
  holds(
    '6.5',
    'Filling a request is allowed only if allowedFillRequest is true',
    'call',
    lifeHere('3.1 to 3.5, 4.13, 6.5: a request as the list tells it, from New to Processed'),
  ),
  holds(
    '6.6',
    'Otherwise the user goes to /step3',
    'browser',
    routesTest('step_sendToVerification 3: filling not allowed → the desk'),
  ),
  holds(
    '6.7',
    'Creating a new request is allowed per the create flag of the derived status',
    'browser',
    requestsFaults('S4: /step19 opened directly in Verification: no form'),
    requestsFaults('S4: /step19 opened directly in Rejected: the form'),
    callsTest('an event the state does not allow answers 409 and changes nothing'),
  ),
]
