import Trash2 from 'lucide-react/icons/trash-2';
import X from 'lucide-react/icons/x';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { Confirm } from 'react-admin';
import { useBlocker } from 'react-router-dom';
import { unsavedForms } from '../providers/sender.ts';

interface Guard {
  /** Registers a form with unsaved changes; returns the function that removes it. */
  watch: () => () => void;
  /** Calls `go`, after a confirmation if it would lose unsaved changes. */
  leave: (go: () => void) => void;
}

const GuardContext = createContext<Guard>({ watch: () => () => {}, leave: (go) => go() });

/**
 * Asks for confirmation before unsaved changes of any form inside are lost: by another screen, by "Précédent" or by
 * closing a form. Before the page is left the browser asks.
 */
export function UnsavedChangesGuard({ children }: { children: ReactNode }) {
  const [awaiting, setAwaiting] = useState<{ go: () => void }>();
  const { state, proceed, reset } = useBlocker(
    ({ currentLocation: from, nextLocation: to }) =>
      unsavedForms.size > 0 && (from.pathname !== to.pathname || from.search !== to.search),
  );

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (unsavedForms.size > 0) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);

  const guard = useMemo<Guard>(
    () => ({
      watch: () => {
        const form = Symbol('form');
        unsavedForms.add(form);
        return () => unsavedForms.delete(form);
      },
      leave: (go) => (unsavedForms.size > 0 ? setAwaiting({ go }) : go()),
    }),
    [],
  );

  const stay = () => {
    setAwaiting(undefined);
    reset?.();
  };
  const abandon = () => {
    // Closing a form may change the address, which needs no second confirmation.
    unsavedForms.clear();
    setAwaiting(undefined);
    awaiting?.go();
    proceed?.();
  };

  return (
    <GuardContext value={guard}>
      {children}
      <Confirm
        isOpen={awaiting !== undefined || state === 'blocked'}
        title="Abandonner les modifications ?"
        content="Ce que vous avez saisi n'est pas encore enregistré et sera perdu."
        confirm="Abandonner"
        confirmColor="warning"
        cancel="Continuer la saisie"
        ConfirmIcon={Trash2}
        CancelIcon={X}
        // The focus is on the choice that loses nothing.
        slotProps={{ transition: { onEntering: (dialog) => dialog.querySelector('button')?.focus() } }}
        onConfirm={abandon}
        onClose={stay}
      />
    </GuardContext>
  );
}

/** Protects a form while it has unsaved changes. @returns the function through which the form has to close */
export function useUnsavedChanges(hasChanges: boolean): Guard['leave'] {
  const { watch, leave } = useContext(GuardContext);
  useEffect(() => (hasChanges ? watch() : undefined), [hasChanges, watch]);
  return leave;
}
