import type { Consignment } from '@fasocolis/contracts/consignments';
import { Box } from '@mui/material';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { lazy, Suspense, useState } from 'react';
import { useRefresh } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { useParameterInAddress } from '../../../components/address.ts';
import { DeleteConfirmation } from '../../../components/delete-confirmation.tsx';
import { EditDialog } from '../../../components/record-dialogs.tsx';
import { RecordFile } from '../../../components/record-view.tsx';
import { Screen } from '../../../components/screen.tsx';
import { TabList } from '../../../components/tab-list.tsx';
import { TextButton } from '../../../components/text-button.tsx';
import { DAY_MS } from '../../../components/words.ts';
import { updateForm } from '../consignment-forms.tsx';
import { CountPanel } from '../counting/count-panel.tsx';
import { AddDialog } from '../members/add-dialog.tsx';
import { MemberTable } from '../members/member-table.tsx';
import { MilestoneRoute } from '../milestones/milestone-route.tsx';
import { ConsignmentFacts } from './consignment-facts.tsx';
import { ShiftDialog } from './shift-dialog.tsx';

const PrintDialogs = lazy(() => import('./print-dialogs.tsx'));

export default function ConsignmentFile() {
  return (
    <RecordFile<Consignment> resource="consignments" failure="Cette expédition n'a pas pu être chargée.">
      {(consignment) => <File consignment={consignment} />}
    </RecordFile>
  );
}

function File({ consignment }: { consignment: Consignment }) {
  const { id, code } = consignment;
  const refresh = useRefresh();
  const navigate = useNavigate();
  const [dialog, openDialog] = useParameterInAddress('dialog');
  const [tab, openTab] = useParameterInAddress('tab');
  /** How far the arrival was moved just now, in days. */
  const [delay, setDelay] = useState(0);
  const close = () => openDialog(undefined);
  const closeAndRefresh = () => {
    close();
    refresh();
  };

  return (
    <Screen
      title={`Expédition ${code}`}
      actions={<TextButton to="/consignments" label="Toutes les expéditions" icon={ArrowLeft} />}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        <MilestoneRoute consignment={consignment} />
        <ConsignmentFacts consignment={consignment} onOpen={openDialog} />
        <Box>
          <TabList
            label="Colis de l'expédition"
            tabs={TABS}
            open={tab === 'count' ? tab : 'orders'}
            onOpen={(name) => openTab(name === 'orders' ? undefined : name)}
          >
            {tab === 'count' ? (
              <CountPanel consignment={consignment} />
            ) : (
              <MemberTable consignment={consignment} onAdd={() => openDialog('add')} />
            )}
          </TabList>
        </Box>
      </Box>
      {dialog === 'edit' && (
        <EditDialog<Consignment>
          {...updateForm}
          resource="consignments"
          id={id}
          onSaved={(saved) => {
            setDelay(daysBetween(consignment.expectedArrival, saved.expectedArrival));
            refresh();
          }}
          onClose={close}
        />
      )}
      {delay !== 0 && consignment.state !== 'closed' && (
        <ShiftDialog consignment={consignment} days={delay} onClose={() => setDelay(0)} />
      )}
      {dialog === 'add' && <AddDialog consignment={consignment} onAdded={refresh} onClose={close} />}
      {(dialog === 'labels' || dialog === 'manifest') && (
        <Suspense>
          <PrintDialogs consignment={consignment} dialog={dialog} onClose={close} />
        </Suspense>
      )}
      {dialog === 'delete' && (
        <DeleteConfirmation
          {...removal}
          record={consignment}
          name={code}
          onDeleted={() => void navigate('/consignments')}
          onClose={closeAndRefresh}
        />
      )}
    </Screen>
  );
}

const TABS = [
  { name: 'orders', label: 'Colis' },
  { name: 'count', label: 'Pointage' },
] as const;

/** 0 where one of the days is unknown. */
const daysBetween = (from: string | null, to: string | null) =>
  from && to ? (Date.parse(to) - Date.parse(from)) / DAY_MS : 0;

const removal = {
  resource: 'consignments',
  content: 'Cette expédition est vide et en préparation. Sa suppression est irréversible.',
  outcome: {
    success: 'Expédition supprimée',
    failure: (reason: string) => `L'expédition n'a pas pu être supprimée\u00a0: ${reason}`,
  },
};
