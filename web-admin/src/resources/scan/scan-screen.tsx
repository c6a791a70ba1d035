import { PRODUCT_NAME } from '@fasocolis/contracts/brand';
import { allPiecesPrompt, confirmationOf, type ScanMode } from '@fasocolis/contracts/scans';
import { Alert, Box, Typography } from '@mui/material';
import { useEffect, useEffectEvent, useState } from 'react';
import { Confirm, useStore } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { deviceUser } from '../../providers/device-user.ts';
import { CodeChoice, NearMiss } from './camera-prompts.tsx';
import { CameraView } from './camera-view.tsx';
import { CartonForm } from './carton-form.tsx';
import type { Seen } from './codes-in-view.ts';
import { ConflictList } from './conflict-list.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';
import { HitList, LastHit } from './hit-views.tsx';
import { keepOffline } from './keep-offline.ts';
import { type ChosenConsignment, ScanControls } from './scan-controls.tsx';
import { removeRests } from './scan-store.ts';
import { scanCount } from './scan-words.ts';
import { type Announced, useAnnounced } from './use-announced.ts';
import { useCarton } from './use-carton.ts';
import type { Hit } from './use-hits.ts';
import type { ScanQueue } from './use-scan-queue.ts';
import { useScanning } from './use-scanning.ts';
import { useWedge } from './use-wedge.ts';

const UNSAVED = "Terminez d'abord le carton précédent.";

/** Reads the labels of parcels with the camera, also without a network. */
export default function ScanScreen() {
  useEffect(() => {
    // Without them the scanner works as before, as long as there is a network and room.
    keepOffline().catch(() => undefined);
    navigator.storage?.persist().catch(() => undefined);
    removeRests().catch(() => undefined);
  }, []);

  return (
    <>
      <title>{`Scanner - ${PRODUCT_NAME}`}</title>
      <link rel="manifest" href="/admin/manifest.webmanifest" />
      <Typography variant="h1" tabIndex={-1} className="fc-sr-only">
        Scanner
      </Typography>
      <ReadyScanner />
    </>
  );
}

function ReadyScanner() {
  const { id } = deviceUser;
  if (!isSecureContext) {
    return <Alert severity="error">Le scanner a besoin d'une adresse qui commence par https://.</Alert>;
  }
  if (id === undefined) {
    return (
      <Alert severity="error">
        Connectez-vous d'abord avec le réseau. Le scanner fonctionnera ensuite sans réseau.
      </Alert>
    );
  }
  return <Scanner userId={id} />;
}

function Scanner({ userId }: { userId: number }) {
  const [mode, setMode] = useStore<ScanMode>('look.scan.mode', 'receive');
  const [consignment, setConsignment] = useStore<ChosenConsignment | null>('look.scan.consignment', null);
  /** The one whose arrival is being counted. */
  const [counted, setCounted] = useStore<ChosenConsignment | null>('look.scan.counted', null);
  const chosen = mode === 'arrive' ? counted : consignment;
  const announced = useAnnounced();
  const scanning = useScanning(userId, { mode, consignment: chosen, announced });
  const { hits, count, queue, undoOf, refuse, handOver, handOverAgain, nearMiss } = scanning;
  useHandOverOfFile(scanning.startHandOver);
  const [last, ...earlier] = hits;
  const [choice, setChoice] = useState<string[]>([]);
  const received = mode === 'receive' ? hits.find(({ mode: of, label }) => of === 'receive' && label) : undefined;
  const carton = useCarton(received?.id, async (noted) => {
    return received?.label !== undefined && (await scanning.noteCarton(received.label, noted));
  });
  const changeMode = async (next: ScanMode) => {
    if (await carton.saveTouched()) setMode(next);
  };
  const onCode = async (text: string, before?: Parameters<typeof carton.saveTouched>[0]) => {
    setChoice([]);
    if (await carton.saveTouched(before)) await scanning.take(text);
    else scanning.refuse(text, UNSAVED);
  };
  const onSeen = ({ taken, choice: several }: Seen) => {
    for (const text of taken) void onCode(text);
    if (several.length > 0) setChoice(several);
  };
  useWedge(!handOver, { onCode: (text) => void onCode(text), onIncomplete: (text) => refuse(text) });

  return (
    <Box sx={screenStyle}>
      <CameraView isActive={!handOver} onSeen={onSeen} />
      <Box sx={{ display: 'flex', flexDirection: 'column', flex: 1, minWidth: 0, gap: { md: 2 } }}>
        {choice.length > 0 && (
          <CodeChoice codes={choice} onChoose={(code) => void onCode(code)} onClose={() => setChoice([])} />
        )}
        {nearMiss && <NearMiss {...nearMiss} code={announced.codeOf(nearMiss.known.userId)} />}
        <LastHit hit={last} undo={last && undoOf(last)} code={announced.codeOf(last && ownerOf(last, announced))} />
        {received?.label && (
          <CartonForm
            key={received.id}
            carton={carton}
            pieces={received.order?.pieces}
            label={received.label}
            onCode={(text, before) => void onCode(text, before)}
          />
        )}
        <Counter count={count} cartons={carton.count} queue={queue} />
        <Box sx={{ display: 'grid', flex: 1, alignContent: 'start', gap: { md: 2 } }}>
          <ConflictList queue={queue} announced={announced} onHandOver={(conflict) => void handOverAgain(conflict)} />
          <HitList hits={earlier} undoOf={undoOf} />
        </Box>
        <ScanControls
          mode={mode}
          onMode={(next) => void changeMode(next)}
          consignment={chosen}
          onConsignment={mode === 'arrive' ? setCounted : setConsignment}
          onCode={(text) => void onCode(text)}
        />
      </Box>
      {handOver && <HandOverSteps {...handOver} />}
    </Box>
  );
}

/** Starts the hand-over of the parcel whose file has opened the scanner, once. */
function useHandOverOfFile(startHandOver: (reference: string) => Promise<void>): void {
  const { state } = useLocation();
  const navigate = useNavigate();
  const start = useEffectEvent(() => {
    const reference = (state as { handOver?: string } | null)?.handOver;
    if (reference === undefined) return;
    // Otherwise it would start again when the page is reloaded or visited again.
    void navigate('.', { replace: true, state: null });
    void startHandOver(reference);
  });
  useEffect(() => start(), []);
}

type HandOverStepsProps = NonNullable<ReturnType<typeof useScanning>['handOver']>;

/** Asks first whether all pieces are there, when none of their labels was read. */
function HandOverSteps({ uncounted, onAllThere, ...handOver }: HandOverStepsProps) {
  if (uncounted === undefined) return <HandOverDialog {...handOver} />;
  const prompt = allPiecesPrompt(uncounted);
  return (
    <Confirm
      isOpen
      title={prompt}
      content="Ou lisez l'étiquette de chaque carton."
      confirm={confirmationOf(prompt) ?? ''}
      cancel="Non"
      onConfirm={onAllThere}
      onClose={handOver.onClose}
    />
  );
}

/** As the server said, or as it was announced. */
const ownerOf = ({ order, label }: Hit, announced: Announced) =>
  order && 'userId' in order ? order.userId : label && announced.find(label.reference)?.userId;

function Counter({ count, cartons, queue }: { count: number; cartons: number; queue: ScanQueue }) {
  const { waiting, conflicts, foreign, failure } = queue;
  const parts = [
    scanCount(count),
    cartons > 0 && `${cartons} carton${cartons > 1 ? 's' : ''} noté${cartons > 1 ? 's' : ''}`,
    waiting.length > foreign && `${waiting.length - foreign} à envoyer`,
    conflicts.length > 0 && `${conflicts.length} à régler`,
    foreign > 0 && `${foreign} d'un autre compte, envoyée${foreign > 1 ? 's' : ''} à sa connexion`,
  ];
  return (
    <Box sx={{ px: 2, py: 1, bgcolor: 'background.paper', borderBottom: '1px solid var(--fc-line)' }}>
      <Typography data-testid="scan-counter" sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
        {parts.filter(Boolean).join(' · ')}
      </Typography>
      {failure && <Typography variant="body2">{failure}</Typography>}
    </Box>
  );
}

const screenStyle = {
  display: 'flex',
  flexDirection: { xs: 'column', md: 'row' },
  gap: { md: 3 },
  // Below the bar of phones, and below the search of wide screens.
  minHeight: { xs: 'calc(100dvh - 56px)', md: 'calc(100dvh - 60px)' },
  maxWidth: 1280,
  mx: 'auto',
  p: { md: 3 },
  '& > :first-of-type': { flex: { md: '0 0 50%' } },
} as const;
