import { type Claim, holds, inFile, noted, unseen } from '../claim.ts'
import { callsTest, errorsTest, routesTest, startFaults, summary, wireHere } from '../places.ts'

const asked = wireHere('7.1, 7.2: the requests are asked for by POST with the body of the text')
const auth = wireHere('3.15, 7.6, 7.7, 7.9: the authentication status is asked for by GET without a body')

/** Section 7 of the text. */
export const calls: readonly Claim[] = [
  holds('7.1', 'POST /service/requests/findByClientIds', 'browser', asked),
  holds('7.2', 'JSON body {options:{output}} with output set to all', 'browser', asked),
  holds('7.3', 'Redirects are followed', 'browser', wireHere('7.3: a redirect of the requests call is followed')),
  holds(
    '7.4',
    'Reads result.count and result.data (array)',
    'call',
    callsTest('POST /service/requests/findByClientIds answers result.count and result.data'),
    summary('status, error_message, count, data, data_all'),
  ),
  holds('7.5', 'or an error field', 'rule', summary('answer with an error → code:message, both shapes')),
  holds('7.6', 'GET /authenticated', 'browser', auth),
  holds('7.7', 'No body', 'browser', auth),
  holds('7.8', '401 means no_auth', 'browser', errorsTest('401 on /authenticated → no_auth: the desk asks to sign in')),
  holds('7.9', '200 means ok_auth', 'browser', auth),
  holds(
    '7.10',
    'Other means error',
    'browser',
    startFaults('S1: /authenticated answers 500: no picture over the screen that says so, and a way to try again'),
    startFaults('S1: /authenticated answers 204: no picture over the screen that says so, and a way to try again'),
  ),
  unseen(
    '7.11',
    'Current-request fetch: method, path and payload',
    'Not shown in the text. Ours is POST /service/requests/current.',
  ),
  holds('7.12', 'It returns status and data', 'call', callsTest('the current request')),
  noted(
    'It is the same call, which the text allows.',
    holds(
      '7.13',
      'Authentication-status check used by the polling',
      'browser',
      routesTest('the auth status is asked for each 20 000 ms; dev_on_interval=0 switches it off'),
    ),
  ),
  holds(
    '7.14',
    'Page chunks are loaded by GET of static script and style files',
    'browser',
    wireHere('7.14: chunks are fetched by GET, as script and style files that never change'),
  ),
  holds(
    '7.15',
    'Session cookies are used implicitly',
    'browser',
    wireHere('7.15: the session goes by its cookie alone, which no script can read'),
    inFile('server/modules/auth/auth.test.ts')('B1 cookie: __Host-, Secure, HttpOnly, SameSite=Lax'),
  ),
  unseen('7.16', 'Other product calls', 'Not shown in the text. Ours are in /service/openapi.json.'),
]
