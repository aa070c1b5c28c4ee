/** Writes small ONNX models for tests: just enough of the protocol buffer format, by hand. */
type Bytes = readonly number[]

function varint(value: number): Bytes {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return [...bytes, rest]
}

const number = (field: number, value: number): Bytes => [...varint(field * 8), ...varint(value)]
const bytes = (field: number, value: Iterable<number>): Bytes => {
  const all = [...value]
  return [...varint(field * 8 + 2), ...varint(all.length), ...all]
}
const text = (field: number, value: string): Bytes => bytes(field, Buffer.from(value, 'utf8'))

const ELEMENT = { float32: 1, int64: 7 } as const

export interface OnnxValue {
  readonly name: string
  readonly type: keyof typeof ELEMENT
  /** A name stands for any size. */
  readonly dims: readonly (number | string)[]
}

export interface OnnxConstant {
  readonly name: string
  readonly dims: readonly number[]
  readonly values: Float32Array
}

export interface OnnxStep {
  readonly operation: string
  readonly inputs: readonly string[]
  readonly output: string
  /** Lists of whole numbers. */
  readonly attributes?: Readonly<Record<string, readonly number[]>>
}

export interface OnnxGraph {
  readonly inputs: readonly OnnxValue[]
  readonly outputs: readonly OnnxValue[]
  readonly constants: readonly OnnxConstant[]
  readonly steps: readonly OnnxStep[]
}

/** The bytes of a model file. Field numbers are those of `onnx.proto`. */
export function onnxModel({ inputs, outputs, constants, steps }: OnnxGraph): Buffer {
  const graph = [
    ...steps.flatMap((step) => bytes(1, node(step))),
    ...text(2, 'tiny'),
    ...constants.flatMap((constant) => bytes(5, tensor(constant))),
    ...inputs.flatMap((value) => bytes(11, valueInfo(value))),
    ...outputs.flatMap((value) => bytes(12, valueInfo(value))),
  ]
  const operators = [...text(1, ''), ...number(2, 13)]
  return Buffer.from([...number(1, 8), ...bytes(7, graph), ...bytes(8, operators)])
}

function node({ operation, inputs, output, attributes = {} }: OnnxStep): Bytes {
  const INTEGERS = 7
  return [
    ...inputs.flatMap((input) => text(1, input)),
    ...text(2, output),
    ...text(4, operation),
    ...Object.entries(attributes).flatMap(([name, values]) =>
      bytes(5, [...text(1, name), ...values.flatMap((value) => number(8, value)), ...number(20, INTEGERS)]),
    ),
  ]
}

function tensor({ name, dims, values }: OnnxConstant): Bytes {
  const raw = new Uint8Array(values.buffer, values.byteOffset, values.byteLength)
  return [
    ...dims.flatMap((size) => number(1, size)),
    ...number(2, ELEMENT.float32),
    ...text(8, name),
    ...bytes(9, raw),
  ]
}

function valueInfo({ name, type, dims }: OnnxValue): Bytes {
  const shape = dims.flatMap((size) => bytes(1, typeof size === 'number' ? number(1, size) : text(2, size)))
  return [...text(1, name), ...bytes(2, bytes(1, [...number(1, ELEMENT[type]), ...bytes(2, shape)]))]
}
