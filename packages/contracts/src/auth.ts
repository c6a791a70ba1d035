import * as z from 'zod/mini';
import { atMost, cleaned, InstantSchema, isSafeName, optionalText, requiredText } from './common.ts';
import { DEFAULT_CLIENT_PREFIX, userIdInCode } from './reading/client-code.ts';
import { PHONE_MAX } from './reading/dialling-code.ts';

export { type User, UserSchema } from './user.ts';

/** The id of the administrator, who is seeded before the first registration and never deleted. */
export const ADMIN_ID = 1;
const PASSWORD_MIN = 6;
const RESET_PASSWORD_MIN = 8;
const STAFF_PASSWORD_MIN = 10;
/** Hashing longer ones would only cost time. */
export const PASSWORD_MAX = 128;

const LOGIN_REQUIRED = "Veuillez saisir votre email ou nom d'utilisateur";
const PASSWORD_TOO_SHORT = 'Le mot de passe doit contenir au moins 6 caractères';
const MISMATCH = 'Les mots de passe ne correspondent pas';

/** `email` holds an email address, a username or a phone number. The server requires presence only. */
export const LoginSchema = z.object({
  email: z.string(LOGIN_REQUIRED).check(z.trim(), atMost(200), cleaned(), z.minLength(1, LOGIN_REQUIRED)),
  password: z.string(PASSWORD_TOO_SHORT).check(atMost(PASSWORD_MAX), z.minLength(1, PASSWORD_TOO_SHORT)),
});
export type Login = z.infer<typeof LoginSchema>;

export const LoginFormSchema = z.extend(LoginSchema, {
  password: z.string(PASSWORD_TOO_SHORT).check(atMost(PASSWORD_MAX), z.minLength(PASSWORD_MIN, PASSWORD_TOO_SHORT)),
});

/** Passwords are never trimmed. */
const password = (min: number, message: string) =>
  z.string(message).check(atMost(PASSWORD_MAX), z.minLength(min, message));

const emailAddress = (message: string) =>
  z.string(message).check(z.trim(), atMost(200, message), cleaned(), z.email(message));

const UNSAFE_NAME = 'Ce nom contient des caractères non autorisés';
const safeName = z.refine<string>(isSafeName, UNSAFE_NAME);

const personName = (message: string) =>
  z.string(message).check(z.trim(), atMost(200), safeName, cleaned(), z.minLength(2, message));

/** Latin mixed with Cyrillic or Greek letters: with a Cyrillic "а", "admin" could be registered again. */
const MIXED_SCRIPTS = /^(?=.*\p{Script=Latin})(?=.*[\p{Script=Cyrillic}\p{Script=Greek}])/u;

const UsernameSchema = requiredText({
  min: 3,
  max: 50,
  message: "Le nom d'utilisateur doit contenir au moins 3 caractères",
}).check(
  z.regex(/^[^\s@]*$/, "Le nom d'utilisateur ne doit pas contenir d'espace ni le caractère @"),
  // The order import reads a number as a user id.
  z.refine(
    (username) => !/^[^\p{L}]*\p{N}[^\p{L}]*$/u.test(username),
    "Le nom d'utilisateur doit contenir au moins une lettre",
  ),
  z.refine(
    (username) => userIdInCode(username, DEFAULT_CLIENT_PREFIX) === undefined,
    "Ce nom d'utilisateur ressemble à un code client. Choisissez-en un autre.",
  ),
  z.refine((username) => isSafeName(username) && !MIXED_SCRIPTS.test(username), UNSAFE_NAME),
);

export const PersonSchema = z.object({
  firstName: personName('Le prénom doit contenir au moins 2 caractères'),
  lastName: personName('Le nom doit contenir au moins 2 caractères'),
  email: emailAddress('Email invalide'),
});

export const RegisterSchema = z.object({
  firstName: PersonSchema.shape.firstName,
  lastName: PersonSchema.shape.lastName,
  username: UsernameSchema,
  email: PersonSchema.shape.email,
  phone: optionalText(PHONE_MAX),
  password: password(PASSWORD_MIN, PASSWORD_TOO_SHORT),
});
export type Register = z.input<typeof RegisterSchema>;

export const RegisterFormSchema = z
  .extend(RegisterSchema, { confirmation: z.string() })
  .check(z.refine((form) => form.password === form.confirmation, { path: ['confirmation'], error: MISMATCH }));

/** Whether a login is meant as a phone number. */
export const isPhoneLogin = (login: string): boolean =>
  !/[@\p{L}]/u.test(login) && (login.match(/\p{Nd}/gu)?.length ?? 0) >= 6;

const AddressSchema = z.email();

/** `email` holds an email address or, in any spelling, a phone number. */
export const ForgotPasswordSchema = z.object({
  email: z.string('Email requis').check(
    z.trim(),
    atMost(200, 'Veuillez entrer un email valide'),
    cleaned(),
    z.minLength(1, { error: 'Email requis', abort: true }),
    z.refine<string>(
      (login) => isPhoneLogin(login) || AddressSchema.safeParse(login).success,
      'Veuillez entrer un email valide',
    ),
  ),
});

/** The response to a phone number, whether an account has verified it or not. */
export const LINK_REQUESTED =
  'Si un compte a vérifié ce numéro, nous vous enverrons un lien de connexion par WhatsApp.';

/** A password with all four kinds of characters. Only the first violated rule is reported. */
function strongPassword(min: number) {
  const tooShort = `Le mot de passe doit contenir au moins ${min} caractères`;
  return z
    .string(tooShort)
    .check(
      atMost(PASSWORD_MAX),
      z.minLength(min, { error: tooShort, abort: true }),
      z.regex(/\p{Lu}/u, { error: 'Le mot de passe doit contenir au moins une lettre majuscule', abort: true }),
      z.regex(/\p{Ll}/u, { error: 'Le mot de passe doit contenir au moins une lettre minuscule', abort: true }),
      z.regex(/\d/, { error: 'Le mot de passe doit contenir au moins un chiffre', abort: true }),
      z.regex(/[^\p{L}\p{N}]/u, 'Le mot de passe doit contenir au moins un caractère spécial'),
    );
}

const NewPasswordSchema = strongPassword(RESET_PASSWORD_MIN);
const StaffPasswordSchema = strongPassword(STAFF_PASSWORD_MIN);

/** The rule of staff's passwords that a password violates; null without one. Binding for agents, advice for the administrator. */
export const staffPasswordWeakness = (password: string): string | null =>
  StaffPasswordSchema.safeParse(password).error?.issues[0]?.message ?? null;

export const TOKEN_INVALID = 'Ce lien de réinitialisation est invalide ou a expiré.';

export const RESTORE_LINK_INVALID = 'Ce lien est invalide ou a expiré.';

export const ResetPasswordSchema = z.object({
  token: z.string(TOKEN_INVALID).check(atMost(200, TOKEN_INVALID), z.minLength(1, TOKEN_INVALID)),
  password: NewPasswordSchema,
});

export const ResetPasswordFormSchema = z
  .object({ password: NewPasswordSchema, confirmation: z.string() })
  .check(z.refine((form) => form.password === form.confirmation, { path: ['confirmation'], error: MISMATCH }));

export const TokenValiditySchema = z.object({ valid: z.boolean() });

export const EmailVerificationSchema = z.object({ message: z.string(), alreadyVerified: z.boolean() });

const profileFields = {
  firstName: z.optional(PersonSchema.shape.firstName),
  lastName: z.optional(PersonSchema.shape.lastName),
  phone: optionalText(PHONE_MAX),
  username: UsernameSchema,
  email: emailAddress('Veuillez saisir une adresse email valide'),
  notifyByEmail: z.boolean('Requête invalide'),
  notifyByWhatsapp: z.optional(z.boolean('Requête invalide')),
};

/** Absent fields stay unchanged. A new email address or phone number requires a recent sign-in, or `currentPassword`. */
export const UpdateProfileSchema = z.extend(z.partial(z.object(profileFields)), {
  currentPassword: z.optional(z.string('Requête invalide').check(atMost(PASSWORD_MAX))),
});

export const CorrectUserSchema = z.pick(UpdateProfileSchema, { firstName: true, lastName: true, phone: true });

export const ProfileFormSchema = z.object({ ...profileFields, email: z.optional(profileFields.email) });

const CURRENT_TOO_SHORT = 'Le mot de passe actuel doit contenir au moins 6 caractères';
const NEW_TOO_SHORT = 'Le nouveau mot de passe doit contenir au moins 6 caractères';
const CONFIRM_REQUIRED = 'Veuillez confirmer votre nouveau mot de passe';

export const ChangePasswordSchema = z.object({
  currentPassword: password(PASSWORD_MIN, CURRENT_TOO_SHORT),
  newPassword: password(PASSWORD_MIN, NEW_TOO_SHORT),
});

export const ChangePasswordFormSchema = z
  .extend(ChangePasswordSchema, { confirmPassword: z.string().check(z.minLength(PASSWORD_MIN, CONFIRM_REQUIRED)) })
  .check(z.refine((form) => form.newPassword === form.confirmPassword, { path: ['confirmPassword'], error: MISMATCH }));

export const ReauthenticationSchema = z.object({ currentPassword: password(1, 'Saisissez votre mot de passe') });

export const SessionInfoSchema = z.object({
  id: z.string(),
  createdAt: InstantSchema,
  userAgent: z.nullable(z.string()),
  isCurrent: z.boolean(),
});

export const SOCIAL_PROVIDERS = ['facebook', 'google', 'apple'] as const;
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number];

export const PROVIDER_NAMES: Record<SocialProvider, string> = {
  facebook: 'Facebook',
  google: 'Google',
  apple: 'Apple',
};

export const SignInMethodsSchema = z.object({
  hasPassword: z.boolean(),
  providers: z.array(z.object({ provider: z.enum(SOCIAL_PROVIDERS), linkedAt: InstantSchema })),
});
export type SignInMethods = z.infer<typeof SignInMethodsSchema>;

export const RestoreEmailSchema = z.object({
  token: z.string(RESTORE_LINK_INVALID).check(atMost(200, RESTORE_LINK_INVALID), z.minLength(1, RESTORE_LINK_INVALID)),
});

export const ConfiguredProvidersSchema = z.object({ configured: z.array(z.enum(SOCIAL_PROVIDERS)) });

export const SignInUrlSchema = z.object({ url: z.url() });
