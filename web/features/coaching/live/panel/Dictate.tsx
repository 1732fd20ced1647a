import { Box, Button, ToggleButton, ToggleButtonGroup, Tooltip, Typography } from '@mui/material';
import { Mic } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { SPEAKER_LABELS, SPEAKERS, type Spoken } from '../speakers.ts';
import { listen, recogniserClass } from '../transcript/speech-recognizer.ts';

type DictateProps = { onWords: (speaker: Spoken, words: string) => void };

/** Lets the browser write down what it hears, as the words of one of the two; nothing where the browser cannot. */
export function Dictate({ onWords }: DictateProps) {
  const [Recogniser] = useState(() => recogniserClass());
  const [speaker, setSpeaker] = useState<Spoken>('rep');
  const [isOn, setOn] = useState(false);
  const [refusal, setRefusal] = useState('');
  const heard = useEffectEvent((words: string) => onWords(speaker, words));
  const refused = useEffectEvent((why: string) => {
    setOn(false);
    setRefusal(why);
  });
  useEffect(() => {
    if (isOn && Recogniser) return listen(Recogniser, { onWords: (words) => heard(words), onRefused: (why) => refused(why) });
  }, [isOn, Recogniser]);

  if (!Recogniser) return null;
  const toggle = () => {
    setRefusal('');
    setOn(!isOn);
  };
  return (
    <>
      <Tooltip title="The browser writes down what it hears; some browsers ask their maker’s server." describeChild>
        <Button
          size="small"
          variant="outlined"
          aria-pressed={isOn}
          color={isOn ? 'error' : 'inherit'}
          onClick={toggle}
          startIcon={<Mic size={16} aria-hidden />}
        >
          Dictate
        </Button>
      </Tooltip>
      {isOn && (
        <ToggleButtonGroup
          exclusive
          size="small"
          value={speaker}
          aria-label="Whose words are dictated"
          onChange={(_event, next: Spoken | null) => next && setSpeaker(next)}
        >
          {SPEAKERS.map((one) => (
            <ToggleButton key={one} value={one} sx={{ py: 0.25, textTransform: 'none' }}>
              {SPEAKER_LABELS[one]}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
      <Box role="status" sx={{ order: 1, width: '100%', '&:empty': { position: 'absolute' } }}>
        {refusal && (
          <Typography variant="body2" sx={{ color: 'tone.warning.ink' }}>
            {refusal}
          </Typography>
        )}
      </Box>
    </>
  );
}
