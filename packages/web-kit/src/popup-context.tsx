import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { type PopupContent, PopupModal } from './popup-modal.tsx';

interface Shown {
  key: number;
  popup: PopupContent;
  onClosed: (() => void) | undefined;
}

interface PopupControl {
  /** The popup on the screen, until its closing animation has ended. */
  current: PopupContent | undefined;
  /** Shows a popup in place of the one before it; `onClosed` is called when the user has closed it. */
  show: (popup: PopupContent, onClosed?: () => void) => void;
  /** Removes the current popup at once, without a callback. */
  closeAll: () => void;
}

const PopupContext = createContext<PopupControl | undefined>(undefined);

/** Provides popups to `children`, and renders them after these. */
export function PopupProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown>();
  const show = useCallback((popup: PopupContent, onClosed?: () => void) => {
    setShown((before) => ({ key: (before?.key ?? 0) + 1, popup, onClosed }));
  }, []);
  const closeAll = useCallback(() => setShown(undefined), []);
  const control = useMemo(() => ({ current: shown?.popup, show, closeAll }), [shown, show, closeAll]);

  return (
    <PopupContext value={control}>
      {children}
      {shown && (
        <PopupModal
          key={shown.key}
          popup={shown.popup}
          onClosed={() => {
            closeAll();
            shown.onClosed?.();
          }}
        />
      )}
    </PopupContext>
  );
}

/** @throws Error outside of a {@link PopupProvider} */
export function usePopup(): PopupControl {
  const control = use(PopupContext);
  if (!control) throw new Error('usePopup must be used inside a PopupProvider');
  return control;
}
