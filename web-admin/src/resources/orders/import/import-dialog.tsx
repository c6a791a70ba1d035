import { MenuItem, TextField, Typography } from '@mui/material';
import Download from 'lucide-react/icons/download';
import { LeftOut, StepState, TableDrop } from '../../../components/tables/line-steps.tsx';
import { MainButton, TextButton } from '../../../components/text-button.tsx';
import { orderCount } from '../../../components/words.ts';
import { WorkDialog } from '../../../components/work-dialog.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { ImportTable } from './import-table.tsx';
import { saveRefused, saveTemplate } from './table-file.ts';
import { type CheckedLine, useImport } from './use-import.ts';

export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const { step, tables, table, reading, choose, open, assign, create, restart } = useImport();
  const isWorking = step.name === 'working';
  const lines = 'lines' in step ? step.lines : [];
  const ready = lines.filter(({ outcome }) => outcome === 'ready').length;
  const refused = lines.filter(({ outcome }) => outcome === 'refused');

  const actions = (
    <>
      {refused.length > 0 && (
        <TextButton
          label="Télécharger les lignes à corriger"
          icon={Download}
          onClick={() => saveRefused(refused)}
          sx={{ mr: 'auto' }}
        />
      )}
      {step.name === 'preview' && <TextButton label="Choisir un autre fichier" onClick={restart} />}
      <TextButton label={step.name === 'result' ? 'Fermer' : 'Annuler'} disabled={isWorking} onClick={onClose} />
      {step.name === 'preview' && ready > 0 && (
        <MainButton label={`Importer ${orderCount(ready)}`} onClick={() => void create(step)} />
      )}
    </>
  );
  return (
    <WorkDialog
      title="Importer des références"
      isBusy={isWorking}
      maxWidth="lg"
      fillsPhone
      actions={actions}
      onClose={onClose}
    >
      <StepState step={step} />
      {step.name === 'choose' && <Choice onChoose={(file) => void choose(file)} />}
      {step.name === 'preview' && tables.length > 1 && (
        <TextField
          select
          label="Feuille"
          value={table ? tables.indexOf(table) : 0}
          onChange={({ target }) => void open(tables[Number(target.value)])}
          sx={{ mb: 2, maxWidth: 320 }}
        >
          {tables.map(({ name }, index) => (
            <MenuItem key={name} value={index}>
              {name}
            </MenuItem>
          ))}
        </TextField>
      )}
      {step.name === 'preview' && reading && reading.columns.length > 0 && (
        <ColumnChoice key={table?.name} reading={reading} onChoose={(assigned) => void assign(assigned)} />
      )}
      {'leftOut' in step && <LeftOut sentences={step.leftOut} />}
      {lines.length > 0 && (
        <>
          <Typography role="status" sx={{ mb: 1, fontWeight: 600 }}>
            {summary(lines)}
          </Typography>
          <ImportTable key={step.name} lines={lines} />
        </>
      )}
    </WorkDialog>
  );
}

function Choice({ onChoose }: { onChoose: (file: File | undefined) => void }) {
  return (
    <>
      <Typography sx={{ mb: 2 }}>
        Un classeur Excel (.xlsx), un fichier CSV ou un tableau enregistré comme page web, avec une colonne
        «&nbsp;Référence&nbsp;». Les autres colonnes sont reconnues à leur titre en français, en anglais ou en
        chinois&nbsp;: client (ID, nom d'utilisateur ou email), destinataire, téléphone, transport, pièces, poids,
        volume, contenu, livraison, expédition. 5&nbsp;000 lignes au plus. Rien n'est enregistré avant que vous ayez vu
        le résultat de la vérification.
      </Typography>
      <TableDrop hint="ou déposez-le ici" onFile={onChoose} />
      <TextButton label="Télécharger le modèle" icon={Download} onClick={saveTemplate} sx={{ mt: 1 }} />
    </>
  );
}

function summary(lines: readonly CheckedLine[]): string {
  const count = (wanted: CheckedLine['outcome']) => lines.filter(({ outcome }) => outcome === wanted).length;
  const [ready, created, completed, refused] = [count('ready'), count('created'), count('completed'), count('refused')];
  const parts = [
    created > 0 && orderCount(created, 'créée'),
    completed > 0 && orderCount(completed, 'complétée'),
    ready > 0 && `${ready} ligne${ready > 1 ? 's prêtes' : ' prête'}`,
    refused > 0 && `${refused} ligne${refused > 1 ? 's' : ''} à corriger`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}
