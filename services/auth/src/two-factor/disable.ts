/**
 * `node src/two-factor/disable.ts <username or email>`, in a container of auth: switches the second factor of a user off
 * who is locked out. The running service does it, so that its log has the audit line.
 */
import { ErrorSchema } from '@fasocolis/contracts/errors';
import { twoFactorOperations } from '@fasocolis/contracts/operations/two-factor';
import { IDENTITY_HEADER, identitySigner } from '@fasocolis/service-kit/auth/identity';
import { baseEnvironment, loadConfig } from '@fasocolis/service-kit/ops/config';

const { method, path } = twoFactorOperations.disableSecondFactorOf;
const { PORT, IDENTITY_KEY } = baseEnvironment;
const config = loadConfig('auth disable', { PORT, IDENTITY_KEY }, process.env);
const login = process.argv[2];

if (login === undefined) {
  console.error("Usage : disable.ts <nom d'utilisateur ou email>");
  process.exit(2);
}
const response = await fetch(`http://127.0.0.1:${config.PORT}${path}`, {
  method,
  headers: { 'content-type': 'application/json', [IDENTITY_HEADER]: identitySigner(config.IDENTITY_KEY)('auth') },
  body: JSON.stringify({ login }),
});
if (response.ok) console.log(`La validation en deux étapes est désactivée pour « ${login} ».`);
else {
  console.error(ErrorSchema.parse(await response.json()).message);
  process.exitCode = 1;
}
