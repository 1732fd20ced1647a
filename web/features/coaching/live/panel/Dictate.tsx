import { Box, Button, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { Mic } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { SPEAKER_LABELS, SPEAKERS } from '#contract/call.ts';
import type { Speaker } from '#web/gql/graphql.ts';
import { Tooltip } from '#web/ui/Tooltip.tsx';
import { getSpeechRecognizer, startRecognition } from '../transcript/speech-recognizer.ts';

type DictateProps = { onText: (speaker: Speaker, text: string) => void };

/** Dictation by the browser, as one of the two speakers; renders nothing if the browser has no speech recognition. */
export function Dictate({ onText }: DictateProps) {
  const [SpeechRecognizer] = useState(() => getSpeechRecognizer());
  const [speaker, setSpeaker] = useState<Speaker>('rep');
  const [isOn, setOn] = useState(false);
  const [error, setError] = useState('');
  const handleText = useEffectEvent((text: string) => onText(speaker, text));
  const handleError = useEffectEvent((message: string) => {
    setOn(false);
    setError(message);
  });
  useEffect(() => {
    if (isOn && SpeechRecognizer)
      return startRecognition(SpeechRecognizer, { onText: (text) => handleText(text), onError: (message) => handleError(message) });
  }, [isOn, SpeechRecognizer]);

  if (!SpeechRecognizer) return null;
  const toggle = () => {
    setError('');
    setOn(!isOn);
  };
  return (
    <>
      <Tooltip title="Uses your browser’s speech recognition. Some browsers send the audio to their vendor." describeChild>
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
          aria-label="Speaker"
          onChange={(_event, next: Speaker | null) => next && setSpeaker(next)}
        >
          {SPEAKERS.map((each) => (
            <ToggleButton key={each} value={each} sx={{ py: 0.25, textTransform: 'none' }}>
              {SPEAKER_LABELS[each]}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
      <Box role="status" sx={{ order: 1, width: '100%', '&:empty': { position: 'absolute' } }}>
        {error && (
          <Typography variant="body2" sx={{ color: 'tone.warning.ink' }}>
            {error}
          </Typography>
        )}
      </Box>
    </>
  );
}
