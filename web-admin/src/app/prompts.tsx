import { lazy, Suspense } from 'react';
import { usePrompt } from '../providers/prompts.ts';

/** Rarely needed. */
const DIALOGS = {
  password: lazy(() => import('./password-dialog.tsx')),
  'sign-in': lazy(() => import('./sign-in-dialog.tsx')),
};

/** Asks for what a request needs before it can be sent again. */
export function Prompts() {
  const prompt = usePrompt();
  if (!prompt) return null;
  const Dialog = DIALOGS[prompt.kind];
  return (
    <Suspense>
      <Dialog onSettled={prompt.settle} />
    </Suspense>
  );
}
