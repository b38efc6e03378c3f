import * as z from 'zod/mini'
import { defineCall } from '../../call.ts'

export const officeCalendar = defineCall({
  name: 'officeCalendar',
  about:
    'Days off besides weekends and weekends that are worked, as deadlines of the law, payments and appeals count them; its versions are in ruleBook',
  method: 'GET',
  path: '/service/office/calendar',
  who: 'staff',
  answer: z.object({
    years: z.array(
      z.object({
        year: z.number(),
        daysOff: z.array(z.string()),
        workingWeekends: z.array(z.string()),
        workingDays: z.number(),
      }),
    ),
    today: z.object({ day: z.string(), working: z.boolean() }),
    /** The first year nothing is said of: its days off are weekends alone. */
    unsaid: z.number(),
  }),
})
