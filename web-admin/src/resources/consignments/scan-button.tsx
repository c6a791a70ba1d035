import type { Consignment } from '@fasocolis/contracts/consignments';
import type { ScanMode } from '@fasocolis/contracts/scans';
import ScanLine from 'lucide-react/icons/scan-line';
import { useStore } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { OutlinedButton } from '../../components/text-button.tsx';

interface ScanButtonProps {
  consignment: Consignment;
  mode: Extract<ScanMode, 'load' | 'arrive'>;
  children: string;
}

/** Opens the scanner for one end of a consignment. */
export function ScanButton({ consignment: { id, code }, mode, children }: ScanButtonProps) {
  const navigate = useNavigate();
  const [, setMode] = useStore<string>('look.scan.mode');
  const [, setChosen] = useStore<Pick<Consignment, 'id' | 'code'>>(
    mode === 'load' ? 'look.scan.consignment' : 'look.scan.counted',
  );
  const scan = () => {
    setMode(mode);
    setChosen({ id, code });
    void navigate('/scan');
  };
  return <OutlinedButton label={children} icon={ScanLine} onClick={scan} />;
}
