import { type Claim, differs, holds } from '../claim.ts'
import { consoleHere, gateFaults, screensHere, serviceScreens } from '../places.ts'

const routeError = serviceScreens('route error: heading, status text, and «на рабочий стол» reloads at /step3')
const dialog = serviceScreens('error dialog: its title is the message; asks for a screenshot through the messenger')
const byMask = serviceScreens('error dialog: closed by the mask')
const byDefault = gateFaults(
  'S12: «Что-то пошло не так» is the title where nothing better is known: an unknown code in English',
)
const crash = serviceScreens('crash fallback: a screen whose chunk never comes; «обновить» reloads')
const overlay = serviceScreens('loading overlay: «Обработка», a click on the mask does not close it')
const panels = consoleHere('2.68 to 2.74: every panel has the tools, filters and tabs the text gives it')

/** Section 2 of the text: service screens. */
export const screens: readonly Claim[] = [
  holds('2.52', 'Route error screen: heading «Ошибка в роутинге»', 'browser', routeError),
  holds(
    '2.53',
    'Route error screen: the error status text or message',
    'browser',
    routeError,
    screensHere('2.53: a route that throws'),
  ),
  holds(
    '2.54',
    'Route error screen: a button «на рабочий стол» that reloads the page at /step3',
    'browser',
    routeError,
  ),
  differs(
    '2.55',
    'Generic error dialog: the title is a passed message',
    'browser',
    'A message of an unknown kind in English gives way to the default title: nobody could act on it. It is in the console.',
    dialog,
    byDefault,
  ),
  holds('2.56', 'Its default is «Что-то пошло не так»', 'browser', byDefault),
  differs(
    '2.57',
    'It asks to take a screenshot of the error',
    'browser',
    'Not without a connection, where the screenshot could not be sent: there it says that what was typed is kept.',
    dialog,
    serviceScreens('error dialog without a connection: does not send to a messenger that would not open'),
  ),
  holds('2.58', 'and to send it through a messenger link', 'browser', dialog),
  holds('2.59', 'It is dismissed by the mask', 'browser', byMask),
  holds('2.60', 'or by the button «закрыть»', 'browser', dialog),
  holds('2.61', 'Component-crash fallback: heading «Компонент размонтирован»', 'browser', crash),
  holds('2.62', 'and a small button «обновить»', 'browser', screensHere('2.62: «обновить» is a small button')),
  holds('2.63', 'that reloads the whole page', 'browser', crash, screensHere('2.62: «обновить» is a small button')),
  holds(
    '2.64',
    'Loading overlay: dark mask with a spinner',
    'browser',
    screensHere('2.64: the overlay is a dark mask with a spinner'),
  ),
  holds(
    '2.65',
    'and the text «Обработка» or a custom text',
    'browser',
    overlay,
    gateFaults('S12: the overlay says what is under way'),
  ),
  differs(
    '2.66',
    'Clicking the mask does not close it',
    'browser',
    'Held; but it is announced to a screen reader, and after ten seconds offers a way out: the original left a person before it for ever.',
    overlay,
    screensHere('2.66: an overlay that takes long is announced and offers a way out'),
  ),
  holds(
    '2.67',
    'Debug console panels: developer only',
    'browser',
    consoleHere('1.11, 2.67: without dev mode nothing of the console is fetched'),
    serviceScreens('debug console: only in dev mode, with its panels'),
  ),
  holds('2.68', 'Debug console, Log: filters All, Log, Info, Warn, Error', 'browser', panels),
  holds('2.69', 'Log: tools Clear, Top, Bottom', 'browser', panels),
  holds('2.70', 'System', 'browser', panels),
  holds('2.71', 'Network: tool Clear', 'browser', panels),
  holds('2.72', 'Element: tools Expand, Collapse', 'browser', panels),
  holds('2.73', 'Storage: tools Add, Refresh, Clear', 'browser', panels),
  holds('2.74', 'Storage: tabs cookies, local storage, session storage', 'browser', panels),
]
