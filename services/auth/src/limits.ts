import { SECOND_STEP_TRIES } from '@fasocolis/contracts/two-factor';
import { AddressLimit, AttemptLimit } from '@fasocolis/service-kit/auth/attempt-limit';
import type { Redis } from 'ioredis';
import type { AuthLimits } from './config.ts';
import { LONGEST_EXPORT_SECONDS } from './personal-data/data-export.ts';

const QUARTER_SECONDS = 15 * 60;
const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/** The limit of resets for an address across all accounts, as a multiple of that for both. */
const RESETS_PER_EMAIL_LIMIT = 4;
const ADDRESS_CHANGES_PER_DAY = 5;
const PHONE_CHANGES_PER_DAY = 5;
const PASSWORD_CHANGES_PER_DAY = 10;
/** Codes that WhatsApp brings, in an hour. */
const CODES_PER_NUMBER = 5;
const CODES_PER_DEVICE = 10;
/** Personal data exports of a user in an hour. */
const EXPORTS_PER_HOUR = 5;

export function attemptLimits(redis: Redis, limits: AuthLimits | null) {
  const options = (name: string, max: number | undefined, windowSeconds: number) => ({
    name,
    max: limits && max !== undefined ? max : null,
    windowSeconds,
  });
  const perHour = (name: string, max: number | undefined) => new AttemptLimit(redis, options(name, max, HOUR_SECONDS));
  const perDay = (name: string, max: number) => new AttemptLimit(redis, options(name, max, DAY_SECONDS));
  return {
    failures: new AddressLimit(redis, options('failures', limits?.failures, QUARTER_SECONDS)),
    accountFailures: perHour('accountFailures', limits?.accountFailures),
    emails: perHour('emails', limits?.emails),
    resets: perHour('resets', limits ? limits.emails * RESETS_PER_EMAIL_LIMIT : undefined),
    verificationEmails: perHour('verificationEmails', limits?.verificationEmails),
    registrations: new AddressLimit(redis, options('registrations', limits?.registrations, HOUR_SECONDS)),
    addressChanges: perDay('addressChanges', ADDRESS_CHANGES_PER_DAY),
    phoneChanges: perDay('phoneChanges', PHONE_CHANGES_PER_DAY),
    passwordChanges: perDay('passwordChanges', PASSWORD_CHANGES_PER_DAY),
    exports: perHour('exports', EXPORTS_PER_HOUR),
    phoneCodes: {
      perNumber: perHour('phoneCodesOfNumber', CODES_PER_NUMBER),
      perDevice: perHour('phoneCodesOfDevice', CODES_PER_DEVICE),
    },
    running: new AttemptLimit(redis, options('runningExports', 1, LONGEST_EXPORT_SECONDS)),
    wrongCodes: new AttemptLimit(redis, {
      name: 'wrongCodes',
      max: SECOND_STEP_TRIES - 1,
      windowSeconds: DAY_SECONDS,
    }),
  };
}
