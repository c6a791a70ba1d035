import { generateSecrets, Installation } from './installation.ts';

/** Builds all images once per run, and removes the installation that its files shared. */
export default async function buildImages(): Promise<() => Promise<void>> {
  const secrets = generateSecrets();
  process.env.TEST_SECRETS = JSON.stringify(secrets);
  const shared = new Installation({ project: 'fasocolis-test', port: 18080, environment: secrets });
  await shared.compose('--profile', 'mail', '--profile', 'operator', 'build', '--quiet');
  // A killed run may have left an installation with unknown secrets.
  await shared.down();
  return () => shared.down();
}
