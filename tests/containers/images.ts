import { generateSecrets, Installation } from './installation.ts';

/** Builds all images once for a run, and takes down what its files shared. */
export default async function buildImages(): Promise<() => Promise<void>> {
  const secrets = generateSecrets();
  process.env.TEST_SECRETS = JSON.stringify(secrets);
  const shared = new Installation({ project: 'fasocolis-test', port: 18080, environment: secrets });
  await shared.compose('--profile', 'mail', '--profile', 'operator', 'build', '--quiet');
  // What a run that was killed may have left, with secrets nobody knows any more.
  await shared.down();
  return () => shared.down();
}
