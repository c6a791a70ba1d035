/** `npm start`: the whole product in the foreground, until Ctrl-C. */
import { readSettings } from './settings.ts';
import { startStack } from './stack.ts';
import { endRequested, keepRunning, report } from './terminal.ts';

const end = endRequested();
try {
  const stack = await startStack({ ...readSettings(process.env), signal: end, log: (line) => console.log(line) });
  const { publicUrl, mailUrl, adminPassword, demoData } = stack;
  const lines: [string, string][] = [
    ['Site des clients', publicUrl],
    ['Administration', `${publicUrl}/admin`],
    ["Documentation de l'API", `${publicUrl}/api/docs`],
    ...(mailUrl ? [['E-mails envoyés', mailUrl] satisfies [string, string]] : []),
    ['Administrateur', `admin / ${adminPassword}`],
    ...(demoData ? [['Client de démonstration', 'client / Client-1234'] satisfies [string, string]] : []),
  ];
  await keepRunning(stack, 'FasoColis est prêt.', lines, end);
} catch (error) {
  if (!end.aborted) report(error);
}
// A channel or a timer of a library must not keep an empty launcher alive.
process.exit();
