/** Entry of each model thread. */
import { openOnnxSession } from "./onnxruntime.ts";
import { takeTexts } from "./take-texts.ts";

await takeTexts((modelFile) => openOnnxSession(modelFile));
