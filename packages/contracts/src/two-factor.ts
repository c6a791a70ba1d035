import * as z from 'zod/mini';
import { atMost, boundedText, InstantSchema } from './common.ts';
import { plainText, withoutSeparators } from './reading/text.ts';

export const RECOVERY_CODE_COUNT = 10;

export const SECOND_STEP_TRIES = 5;

export const TWO_FACTOR_PARAMETER = 'deux-etapes';

const CODE_REQUIRED = 'Saisissez le code à 6 chiffres de votre application';
const RECOVERY_CODE_REQUIRED = 'Saisissez un code de secours';
const CODE_INVALID = 'Ce code est invalide';

/** The response to a right password while signing in needs a second factor: there is no session yet. */
export const SecondStepSchema = z.object({ secondStep: z.literal(true) });

export const SecondStepCodeSchema = z.object({
  code: z
    .string(CODE_REQUIRED)
    .check(z.trim(), atMost(50, CODE_INVALID), z.overwrite(plainText), z.minLength(1, CODE_REQUIRED)),
});

/**
 * Six digits. Spaces, what messages put around a code without showing it, and digits of other keyboards are understood.
 * @param read finds the code in what is typed or pasted
 */
export const sixDigits = (message: string, read = (text: string) => text) =>
  z.string(message).check(
    atMost(300, message),
    z.overwrite((text) => withoutSeparators(read(plainText(text)))),
    z.refine((code) => /^\d{6}$/.test(code), message),
  );

export const AppCodeSchema = z.object({ code: sixDigits(CODE_REQUIRED) });

/** The form for a recovery code: 16 characters, with or without separators. */
export const RecoveryCodeFormSchema = z.object({
  code: z.string(RECOVERY_CODE_REQUIRED).check(
    atMost(100, RECOVERY_CODE_REQUIRED),
    z.refine((code) => /^[a-z0-9]{16}$/i.test(withoutSeparators(code)), RECOVERY_CODE_REQUIRED),
  ),
});

/** A change of the second factor requires a recent sign-in, or `currentPassword`. */
export const SecondFactorChangeSchema = z.object({
  currentPassword: z.optional(boundedText(200, 'Requête invalide')),
});

/** Switching it off needs a code of the app or a recovery code too. */
export const SecondFactorRemovalSchema = z.extend(SecondFactorChangeSchema, SecondStepCodeSchema.shape);

export const TwoFactorStateSchema = z.object({
  since: z.nullable(InstantSchema),
  recoveryCodesLeft: z.int(),
});
export type TwoFactorState = z.infer<typeof TwoFactorStateSchema>;

export const TwoFactorSetupSchema = z.object({ secret: z.string(), uri: z.string() });
export type TwoFactorSetup = z.infer<typeof TwoFactorSetupSchema>;

export const RecoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });
