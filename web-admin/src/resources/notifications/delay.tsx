import { Alert } from '@mui/material';
import { type ReactNode, useEffect, useState } from 'react';
import { TextButton } from '../../components/text-button.tsx';

const SECONDS = 10;

type Settle = (isDue: boolean) => void;

/**
 * A pause before something that cannot be taken back.
 * @returns `wait`, whose promise is false when the user cancelled, and the countdown to show
 */
export function useDelay(): { wait: () => Promise<boolean>; secondsLeft: number | undefined; cancel: () => void } {
  const [waiting, setWaiting] = useState<{ settle: Settle }>();
  const [seconds, setSeconds] = useState(SECONDS);
  useEffect(() => {
    if (!waiting) return;
    let left = SECONDS;
    const tick = setInterval(() => {
      left -= 1;
      setSeconds(left);
      if (left === 0) waiting.settle(true);
    }, 1000);
    return () => clearInterval(tick);
  }, [waiting]);
  const wait = async () => {
    setSeconds(SECONDS);
    const isDue = await new Promise<boolean>((settle) => setWaiting({ settle }));
    setWaiting(undefined);
    return isDue;
  };
  return { wait, secondsLeft: waiting && seconds, cancel: () => waiting?.settle(false) };
}

interface CountdownProps {
  seconds: number;
  children: ReactNode;
  onCancel: () => void;
}

export function Countdown({ seconds, children, onCancel }: CountdownProps) {
  const button = <TextButton label="Annuler" color="inherit" onClick={onCancel} />;
  return (
    <Alert severity="info" action={button} sx={{ mt: 2 }}>
      {children} dans {seconds}&nbsp;s
    </Alert>
  );
}
