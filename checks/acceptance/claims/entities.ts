import { type Claim, holds, unseen } from '../claim.ts'
import {
  builtHere,
  callsTest,
  consoleHere,
  errorsTest,
  lifeHere,
  requestsFaults,
  routesTest,
  summary,
  wireErrors,
  wireHere,
} from '../places.ts'

const list = callsTest('POST /service/requests/findByClientIds answers result.count and result.data')
const current = callsTest('the current request')
const fields = summary('status, error_message, count, data, data_all')
const told = lifeHere('3.1 to 3.5, 4.13, 6.5: a request as the list tells it, from New to Processed')
const entry = builtHere('3.22, 3.23: a network entry of the console has the fields and request types the text names')

/** Section 3 of the text. */
export const entities: readonly Claim[] = [
  holds('3.1', 'Request: _id, the request id', 'call', list, told),
  holds(
    '3.2',
    'Request: type, values seen are loan and prolongate',
    'call',
    told,
    lifeHere('3.2: a prolongation is a request of type prolongate'),
  ),
  holds('3.3', 'Request: status, numeric', 'call', list, told),
  holds('3.4', 'Request: verification, optional object with its own numeric status', 'call', list, told),
  holds('3.5', 'Request: allowedFillRequest, produced by the check of whether it may be filled', 'call', told),
  unseen('3.6', 'Request: other fields', 'Not shown in the text. Ours are in /service/openapi.json.'),
  holds('3.7', 'Requests list: result.count is a number', 'call', list),
  holds('3.8', 'Requests list: result.data is an array of requests', 'call', list),
  holds(
    '3.9',
    'The first item is taken as the main request only if its type is loan',
    'rule',
    summary('the first item is the main request only if its type is loan'),
    requestsFaults('S11: the main request is the first if it is a loan'),
  ),
  holds('3.10', 'Client-side summary: status', 'rule', fields),
  holds('3.11', 'Client-side summary: error_message', 'rule', fields, summary('network exception → its message')),
  holds('3.12', 'Client-side summary: count', 'rule', fields),
  holds('3.13', 'Client-side summary: data, the main loan request or null', 'rule', fields),
  holds('3.14', 'Client-side summary: data_all, all requests', 'rule', fields),
  holds(
    '3.15',
    'Authentication status: ok_auth',
    'browser',
    wireHere('3.15, 7.6, 7.7, 7.9: the authentication status is asked for by GET without a body'),
  ),
  holds(
    '3.16',
    'Authentication status: no_auth',
    'browser',
    errorsTest('401 on /authenticated → no_auth: the desk asks to sign in'),
  ),
  holds(
    '3.17',
    'Current-request result: status is correct or other',
    'browser',
    current,
    routesTest('step_sendToVerification 2: a result that is not correct → nothing happens'),
  ),
  holds('3.18', 'Current-request result: data is null or an object with _id', 'call', current),
  holds(
    '3.19',
    'Error response: an object with code and message',
    'rule',
    wireErrors('an error object with code and message'),
  ),
  holds(
    '3.20',
    'The server answers its errors so',
    'call',
    callsTest('broken body, unknown route, wrong method: the documented error shape'),
  ),
  holds(
    '3.21',
    'Error response: a string error with statusCode and message',
    'rule',
    wireErrors('a string error with statusCode and message'),
  ),
  holds(
    '3.22',
    'Debug console network entry: id, name, method, url, status, statusText, readyState, header, requestHeader, getData, postData, response, responseSize, startTime, endTime, costTime',
    'build',
    entry,
    consoleHere('3.22: a call is an entry of the network panel with method, status and time'),
  ),
  holds('3.23', 'Request type xhr, fetch, ping or custom', 'build', entry),
]
